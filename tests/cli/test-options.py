# SPDX-License-Identifier: GPL-3.0-or-later
"""Help, version and options that do not exist."""
import re

from cli import ARRAY, Tap, differs, refused, run

COMMANDS = ['simulate', 'compare', 'frame', 'array', 'predict', 'sweep', 'render', 'trace', 'handout', 'validate', 'devices', 'import']


def program():
    done = run('--help')
    yield from differs('exit', (done.returncode, done.stderr), (0, ''))
    yield from differs('commands', re.findall(r'^  ([a-z]+)  +\S', done.stdout, re.M), COMMANDS)
    yield from differs('-h', run('-h').stdout, done.stdout)
    done = run('--version')
    yield from differs('version', bool(re.fullmatch(r'systole-cli \d+\.\d+\.\d+\n', done.stdout)), True)
    yield from refused(run(), 'COMMAND: ')
    yield from refused(run('dance'), 'dance: ', 'simulate')
    yield from refused(run('--dance'), '--dance: ')


def commands():
    for command in COMMANDS:
        done = run(command, '--help')
        yield from differs(command + ': exit', (done.returncode, done.stderr), (0, ''))
        yield from [] if 'systole-cli ' + command in done.stdout and '--language' in done.stdout else [command + ': no usage']
        yield from refused(run(command, '--dance'), '--dance: ', command)
        yield from refused(run(command, '-Z'), '-Z: ')


def values():
    yield from refused(run('frame', *ARRAY, '--cycle'), '--cycle: ')
    yield from refused(run('array', '--rows', '8', '--cols', '8'), '--op: ')
    yield from refused(run('array', '--op', 'gemm:m=8,n=8,k=8', '--cols', '8'), '--rows: ')
    yield from refused(run('array', '--op', 'gemm:m=8,n=8,k=8', '--rows', '1025', '--cols', '8'), '--rows: ', '1024')
    yield from refused(run('array', '--op', 'gemm:m=8,n=8,k=8', '--rows', '8.5', '--cols', '8'), '--rows: ', '1024')
    yield from refused(run('array', '--op', 'gemm:m=8,n=8,k=8', '--rows', '8', '--cols', '8', '--dataflow', 'no'), '--dataflow: ', 'ws, os, is')
    yield from refused(run('array', '--op', 'gemm:m=8,n=8,k=8', '--rows', '8', '--cols', '8', '--timing', 'no'), '--timing: ', 'scale-sim')
    yield from refused(run('array', 'in.csv', '--rows', '8', '-o', '-'), '--rows: ')
    yield from refused(run('array', 'in.csv'), '--output: ')


tap = Tap()
tap.check('the program', program())
tap.check('each command', commands())
tap.check('values', values())
tap.end()
