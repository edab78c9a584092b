# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual pages: well-formed, and complete: every command and option of the program is in them."""
import os
import re
import shutil
import subprocess

from cli import Tap, run

FOLDER = os.path.join(os.environ['SYSTOLE_SOURCE_DIR'], 'data', 'man')
PAGES = ('systole-cli.1', 'systole-cli.es.1', 'systole.1', 'systole.es.1')


def well_formed(page):
    path = os.path.join(FOLDER, page)
    if shutil.which('mandoc') is not None:
        found = subprocess.run(['mandoc', '-Tlint', path], capture_output=True, text=True).stdout.splitlines()
        # An accented letter is counted as the many bytes of its name.
        return [line for line in found if not ('.es.' in page and 'longer than 80 bytes' in line)]
    done = subprocess.run(['man', '--warnings', '-l', path], capture_output=True, text=True, env=dict(os.environ, MANWIDTH='80'))
    return done.stderr.splitlines()


def complete(name):
    page = open(os.path.join(FOLDER, name), encoding='utf-8').read().replace('\\-', '-')
    commands = re.findall(r'^  ([a-z]+)  +\S', run('--help').stdout, re.M)
    yield from [] if commands else ['no commands']
    for command in commands:
        yield from [] if '.SS ' + command in page else ['no section on ' + command]
        for option in re.findall(r'^  (?:-\w, )?(--[a-z-]+)', run(command, '--help').stdout, re.M):
            yield from [] if re.search(re.escape(option) + r'(?![a-z-])', page) else ['%s: %s is not in the page' % (command, option)]


tap = Tap()
for name in PAGES:
    if shutil.which('mandoc') is None and shutil.which('man') is None:
        tap.check('%s is well-formed # SKIP neither mandoc nor man is here' % name, [])
    else:
        tap.check(name + ' is well-formed', well_formed(name))
for name in ('systole-cli.1', 'systole-cli.es.1'):
    tap.check('every command and option is in ' + name, complete(name))
tap.end()
