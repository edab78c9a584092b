#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts test cases in Meson's logs and ends with the line "N passed, N failed".

usage: count-tests.py FAILED FOLDER...    FAILED: 1 if a run of Meson failed; FOLDER: a build folder, or FOLDER/LOGBASE

A TAP program counts each of its cases, another program counts as one. A skipped case
counts as failed: a test that did not run has shown nothing.
"""
import json
import os
import re
import sys

CASE = re.compile(r'^(ok|not ok)\b(.*)$')


def cases(result):
    lines = (result.get('stdout') or '').splitlines()
    found = [m for m in map(CASE.match, lines) if m]
    bad_end = result['result'] not in ('OK', 'EXPECTEDFAIL')
    if not found:
        return (0, 1) if bad_end else (1, 0)
    passed = sum(1 for m in found if m[1] == 'ok' and '# SKIP' not in m[2])
    failed = len(found) - passed
    if bad_end and not failed:
        failed = 1
    return passed, failed


def main():
    passed = failed = 0
    for folder in sys.argv[2:]:
        head, base = (folder, 'testlog')
        if not os.path.isdir(folder):
            head, base = os.path.split(folder)
        names = [n for n in sorted(os.listdir(os.path.join(head, 'meson-logs')))
                 if n.startswith(base) and n.endswith('.json')]
        for name in names:
            for line in open(os.path.join(head, 'meson-logs', name), encoding='utf-8'):
                result = json.loads(line)
                good, bad = cases(result)
                passed += good
                failed += bad
                if bad:
                    print('%s: %s: %d failed or skipped' % (folder, result['name'], bad))
    if sys.argv[1] != '0' and not failed:
        failed = 1
    print('%d passed, %d failed' % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


main()
