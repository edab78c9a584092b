# SPDX-License-Identifier: GPL-3.0-or-later
"""data/measured and data/validation: what is measured can be looked up, and where it is from."""
import csv
import os
import re
import subprocess
import sys

from cli import CLI, HERE, Tap, differs, run

DATA = os.path.join(HERE, '..', '..', 'data')


def read(name):
    with open(os.path.join(DATA, name), encoding='utf-8', newline='') as stream:
        return list(csv.DictReader(stream))


def tables():
    for source in read('measured/sources.csv'):
        yield source, read('measured/%s.csv' % source['source'])


def sources():
    there = {name[:-4] for name in os.listdir(os.path.join(DATA, 'measured')) if name.endswith('.csv')}
    yield from differs('tables', there - {'sources', 'kept-aside'}, {s['source'] for s, _ in tables()})
    for source in read('measured/sources.csv'):
        for key in ('title', 'address', 'version', 'licence', 'what'):
            yield from [] if source[key] else ['%s: no %s' % (source['source'], key)]


def rows():
    for source, table in tables():
        for row in table:
            if row['measured_seconds'] == '' or not 0 < float(row['measured_seconds']) < 1000 or None in row or not re.fullmatch(r'\w+=[\w.]+(;\w+=[\w.]+)*', row['dims']):
                yield '%s: %s' % (source['source'], row)


def machines():
    """Every device that was measured is in the catalogue, by that name."""
    for device in sorted({row['device'] for _, table in tables() for row in table}):
        yield from [] if run('devices', device).returncode == 0 else ['%s is not in the catalogue' % device]


def classes():
    known = {r['op'] for r in read('validation/classes.csv')}
    yield from differs('operations without a class', {row['op'] for _, table in tables() for row in table} - known, set())


def sample():
    """The committed known errors are what the generator makes now, on its smaller groups."""
    done = subprocess.run([sys.executable, '-B', os.path.join(DATA, 'validation', 'generate.py'), CLI, '--check', '--sample', '12'], capture_output=True, encoding='utf-8')
    if done.returncode:
        yield from ['a model or data/measured changed; make the table anew: ninja -C build validation'] + done.stdout.splitlines()[:20] + done.stderr.splitlines()


def figures():
    """Each compared row counts once, as fitted or as kept aside."""
    done = subprocess.run([sys.executable, '-B', os.path.join(DATA, 'validation', 'figures.py'), CLI], capture_output=True, encoding='utf-8')
    found = {}
    for line in done.stdout.splitlines()[2:]:
        numbers = [0 if c == '–' else float(c) for c in line[20:].split()]
        found[line[:20].strip()] = numbers
        yield from [] if len(numbers) == 9 and numbers[1] + numbers[4] == numbers[7] else [line]
    for name in ('attention', 'conv', 'gemm-tensor', 'power', 'vector/launch'):
        yield from [] if name in found and 0 < found[name][8] < 100 else ['%s: %s' % (name, done.stderr or done.stdout)]


def peers():
    """What others predicted is of rows that are there."""
    known = {(source['source'], row['device'], row['op'], row['dtype_in'], row['dims']) for source, table in tables() for row in table}
    for row in read('validation/peers.csv'):
        if tuple(row[c] for c in ('source', 'device', 'op', 'dtype_in', 'dims')) not in known or not float(row['seconds']) > 0:
            yield str(row)


tap = Tap()
tap.check('each table has its source', sources())
tap.check('each row is a measurement', rows())
tap.check('each device is in the catalogue', machines())
tap.check('each prediction of others has its row', peers())
tap.check('each operation has a class', classes())
tap.check('known errors are generated', sample())
tap.check('figures are of all rows', figures())
tap.end()
