#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layout: every C file is as clang-format leaves it. The layout is that of clang-format 14;
a newer one differs in places, so it is asked only whether it is that version."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tap import Tap, tracked

ROOT = sys.argv[1]


def main():
    tap = Tap()
    version = subprocess.run(['clang-format', '--version'], capture_output=True, text=True).stdout
    major = re.search(r'version (\d+)', version)
    tap.check('clang-format is there', [] if major else [version or 'not found'])
    wrong = []
    if major and major[1] == '14':
        names = tracked(ROOT, 'engine/*.[ch]', 'widgets/*.[ch]', 'app/*.[ch]', 'data/*.[ch]', 'tests/*.[ch]')
        done = subprocess.run(['clang-format', '--dry-run', '-Werror', *names], capture_output=True, text=True, cwd=ROOT)
        places = re.findall(r'^(\S+?):(\d+):\d+: error: ', done.stderr, re.M)
        for name in sorted({name for name, line in places}):
            wrong.append('%s:%s: run clang-format -i' % (name, next(line for n, line in places if n == name)))
        if done.returncode != 0 and not wrong:
            wrong.append(done.stderr)
    tap.check('files are as clang-format leaves them', wrong)
    tap.end()


main()
