# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli devices`: the catalogue and the counters."""
import csv
import io

from cli import Tap, differs, refused, run, run_json


def catalogue():
    machines = run_json('devices', '--format', 'json')
    yield from differs('machines', len(machines) >= 60, True)
    yield from differs('ids are distinct', len({m['id'] for m in machines}), len(machines))
    for machine in machines:
        for field in machine['fields']:
            if field['provenance'] not in ('published', 'measured', 'derived', 'recalled') or field['unit'] is None or not field['source']:
                yield '%s: %s' % (machine['id'], field)
    text = run('devices').stdout.splitlines()
    yield from differs('lines', len(text), len(machines) + 1)
    rows = list(csv.DictReader(io.StringIO(run('devices', '--format', 'csv').stdout)))
    yield from differs('fields in CSV', len(rows), sum(len(m['fields']) for m in machines))


def one():
    machine = run_json('devices', 'nvidia-t4', '--format', 'json')
    yield from differs('id', machine['id'], 'nvidia-t4')
    yield from differs('bandwidth', [(f['value'], f['unit']) for f in machine['fields'] if f['field'] == 'memory.bandwidth'], [(320e9, 'B/s')])
    yield from differs('an alias', run('devices', 't4').stdout, run('devices', 'nvidia-t4').stdout)
    yield from [] if '320.0 GB/s' in run('devices', 't4').stdout else ['text lacks the bandwidth']
    yield from refused(run('devices', 'abacus'), 'NAME: ', 'abacus')
    yield from refused(run('devices', 't4', 'k80'), 'k80: ')


def counters():
    ids = [c['id'] for c in run_json('devices', '--counters', '--format', 'json')]
    yield from ('lacks ' + c for c in ('cycles', 'seconds', 'useful_macs', 'utilization') if c not in ids)
    yield from differs('text', [line.split()[0] for line in run('devices', '--counters').stdout.splitlines()], ids)
    yield from differs('CSV', [r['id'] for r in csv.DictReader(io.StringIO(run('devices', '--counters', '--format', 'csv').stdout))], ids)
    yield from refused(run('devices', '--counters', 't4'), 't4: ')


tap = Tap()
tap.check('the catalogue', catalogue())
tap.check('one machine', one())
tap.check('the counters', counters())
tap.end()
