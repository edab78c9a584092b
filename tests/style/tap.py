# SPDX-License-Identifier: GPL-3.0-or-later
"""A little TAP writer for the checks written in Python."""
import subprocess
import sys


class Tap:
    def __init__(self):
        self.number = 0
        self.bad = 0

    def check(self, name, problems):
        """One case: `problems` is a list of sentences, empty when all is well."""
        self.number += 1
        problems = list(problems)
        print('%s %d %s' % ('not ok' if problems else 'ok', self.number, name))
        for problem in problems[:40]:
            print('# ' + str(problem).replace('\n', '\n# '))
        self.bad += bool(problems)
        sys.stdout.flush()

    def end(self):
        print('1..%d' % self.number)
        sys.exit(1 if self.bad else 0)


def tracked(root, *patterns):
    """Files of the tree: those git knows, or all outside build folders in a tarball."""
    import fnmatch
    import os
    try:
        out = subprocess.run(['git', '-C', root, 'ls-files', '--cached', '--others', '--exclude-standard'], capture_output=True, text=True, check=True).stdout
        names = [n for n in out.splitlines() if os.path.exists(os.path.join(root, n))]
    except (OSError, subprocess.CalledProcessError):
        names = []
        for folder, folders, files in os.walk(root):
            folders[:] = [f for f in folders if not f.startswith(('build', '.'))]
            names += [os.path.relpath(os.path.join(folder, f), root) for f in files]
    return sorted(n for n in names if any(fnmatch.fnmatch(n, p) for p in patterns))
