#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Layout: every C file is as clang-format leaves it. The layout is that of clang-format 14;
a newer one differs in places, so it is asked only whether it is that version."""
import difflib
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
        for name in tracked(ROOT, 'engine/*.[ch]', 'widgets/*.[ch]', 'app/*.[ch]', 'data/*.[ch]', 'tests/*.[ch]'):
            path = os.path.join(ROOT, name)
            have = open(path, encoding='utf-8').read()
            want = subprocess.run(['clang-format', path], capture_output=True, text=True, cwd=ROOT).stdout
            if have != want:
                first = next(iter([d for d in difflib.unified_diff(have.splitlines(), want.splitlines(), lineterm='', n=0)][2:4]), '')
                wrong.append('%s: run clang-format -i (%s)' % (name, first))
    tap.check('files are as clang-format leaves them', wrong)
    tap.end()


main()
