# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli simulate`: the JSON that programs rely on, the text, and what a file promises."""
import csv
import io
import os

from cli import ARRAY, HERE, Tap, differs, refused, run, run_json, scratch

VALIDATION = os.path.join(HERE, '..', '..', 'data', 'validation', 'known-error.csv')
LANE = ['machine', 'op', 'mapping', 'cycles', 'clock_hz', 'seconds', 'bound', 'useful_macs', 'issued_macs', 'utilization', 'waterfall', 'traffic', 'energy', 'cost', 'audit', 'known_error']
FILE = '''<?xml version="1.0" encoding="UTF-8"?>
<scenario xmlns="urn:systole:scenario" version="1">
  <title xml:lang="en">A pair</title>
  <title xml:lang="es">Un par</title>
  <workload>
    <op id="p" name="gemm" m="8" n="8" k="8" dtype="int8" seed="1"/>
  </workload>
  <lanes>
    <lane op="p" operands="on-chip">
      <array rows="8" columns="8" dataflow="ws" timing="hardware" clock-hz="700e6"/>
    </lane>
    <lane op="p" operands="on-chip">
      <sm sub-cores="4" tensor="4x4" warps="8"/>
    </lane>
  </lanes>
  <expect lane="0" what="cycles" value="%d"/>
</scenario>
'''


def known_errors():
    """The figures of data/validation where the generation was measured, none elsewhere: a bare array was never built to be timed."""
    machines = ('t4', 'tpu_v4', 'array:rows=8,cols=8', 'sm')
    answer = run_json('simulate', '--op', 'gemm:m=4096,n=4096,k=4096,dtype=fp16', *(w for m in machines for w in ('--machine', m)), '--format', 'json')
    table = {tuple(r[k] for k in ('quantity', 'generation', 'class', 'format', 'regime', 'basis')): r for r in csv.DictReader(open(VALIDATION, encoding='utf-8'))}
    for lane, generation in zip(answer['lanes'], ('Turing', 'TPU v4', None, None)):
        known = lane['known_error']
        row = table.get(('time', generation, 'gemm', 'fp16', 'large', known['basis']))
        wanted = [row[k] for k in ('count', 'median_pct', 'mean_pct', 'p90_pct')] if row else ['0'] + ['None'] * 3
        yield from differs(lane['machine'] + ': figures', ['%s' % known['count']] + ['None' if known[k] is None else '%.1f' % known[k] for k in ('median_pct', 'mean_pct', 'p90_pct')], wanted)
        yield from differs(lane['machine'] + ': status', (known['status'], known['generation']), ('validated' if generation else 'not-validated', generation))


def never_measured():
    """2:4 sparse products and stream-K were never measured, whatever else of the generation was: JSON and text say so."""
    tile = 'tile=128x128x32,stages=3,schedule=stream-k'
    for name, op, more in (('sparse', 'gemm:m=4k,n=4k,k=4Ki,dtype=bf16_2of4', ()), ('stream-K', 'gemm:m=4k,n=4k,k=4Ki,dtype=bf16', ('--mapping', tile))):
        args = ('simulate', '--op', op, '--machine', 'nvidia-a100-sxm-80', *more)
        known = run_json(*args, '--format', 'json')['lanes'][0]['known_error']
        yield from differs(name + ': status', (known['status'], known['count']), ('not-validated', 0))
        yield from [] if 'not validated' in run(*args).stdout else [name + ': the text does not say “not validated”']


def check_energy(lane):
    energy, cost = lane['energy'], lane['cost']
    if lane['machine'].startswith(('array', 'sm')):
        yield from differs('energy', (energy['status'], energy['joules'], energy['watts'], energy['parts'], cost), ('not-modelled', None, None, [], None))
        return
    total = 0.0
    for part in energy['parts']:
        total += part['joules']
    yield from differs('energy adds up', total, energy['joules'])
    yield from differs('power', round(energy['joules'] / lane['seconds'] / energy['watts'], 9), 1)
    yield from [] if 0 < energy['watts'] <= energy['limit_watts'] else ['power %r' % energy]
    yield from differs('cost', cost['usd'], cost['usd_per_hour'] * lane['seconds'] / 3600)
    yield from [] if cost['source'] else ['a price from nowhere']


def check_roofline(lane):
    """No memory moves more than it can, and the point is operations over bytes."""
    for point, traffic in zip(lane['roofline'], [t for t in lane['traffic'] if t['read_bytes'] + t['write_bytes'] > 0]):
        size = traffic['read_bytes'] + traffic['write_bytes']
        yield from differs('level', point['level'], traffic['level'])
        yield from differs(point['level'] + ': intensity', point['operations_per_byte'], 2 * lane['useful_macs'] / size)
        yield from [] if point['bandwidth'] is None or point['bytes_per_second'] <= point['bandwidth'] * (1 + 1e-9) else ['%s moves %g bytes a second' % (point['level'], point['bytes_per_second'])]


def check_lane(lane):
    yield from ('lacks ' + key for key in LANE if key not in lane)
    yield from differs('waterfall adds up', sum(p['cycles'] for p in lane['waterfall']), lane['cycles'])
    yield from differs('time', lane['seconds'], lane['cycles'] / lane['clock_hz'])
    yield from ('%s: share %s' % u for u in lane['utilization'].items() if not 0 <= u[1] <= 1)
    yield from differs('audit', lane['audit']['ok'], all(c['ok'] for c in lane['audit']['checks']) and len(lane['audit']['checks']) > 0)
    yield from check_energy(lane)
    yield from check_roofline(lane)


def fields():
    answer = run_json('simulate', *ARRAY, '--machine', 'sm', '--machine', 't4', '--machine', 'google-tpu-v5e', '--format', 'json')
    yield from differs('keys', list(answer), ['systole', 'title', 'lanes'])
    yield from differs('version', 'systole-cli %s\n' % answer['systole'], run('--version').stdout)
    for lane in answer['lanes']:
        yield from ('%s: %s' % (lane['machine'], p) for p in check_lane(lane))
    yield from differs('formats without dtype', [lane['op'].rsplit('=', 1)[1] for lane in answer['lanes']], ['int8', 'int8', 'fp16', 'bf16'])
    yield from differs('units', [list(lane['utilization'])[0] for lane in answer['lanes'][:2]], ['mxu', 'tensor'])
    yield from differs('an alias gives the machine', answer['lanes'][2]['machine'], 'nvidia-t4')


def exact():
    """Counts beyond 2^53 come out to the last digit."""
    lane = run_json('simulate', '--op', 'gemm:m=300001,n=300007,k=400009', '--machine', 'array:rows=8,cols=8', '--format', 'json')['lanes'][0]
    yield from differs('useful MACs', lane['useful_macs'], 300001 * 300007 * 400009)


def other_forms():
    rows = list(csv.DictReader(io.StringIO(run('simulate', *ARRAY, '--machine', 'sm', '--format', 'csv').stdout)))
    yield from differs('cycles', [r['cycles'] for r in rows], ['30', '36'])
    yield from differs('useful MACs', [r['useful_macs'] for r in rows], ['512', '512'])
    text = run('simulate', *ARRAY, '--machine', 'sm').stdout
    for words in ('A  Systolic array 8 × 8', 'B  GPU SM', '17.07 of 64', 'not modelled', 'no price is known', 'not validated', 'A is 1.2 times as fast as B', 'all 10 checks'):
        yield from [] if words in text else ['text lacks “%s”' % words]


def promises():
    kept = scratch('kept.systole', FILE % 30)
    broken = scratch('broken.systole', FILE % 31)
    done = run('simulate', kept, '--format', 'json')
    yield from differs('exit of a kept promise', done.returncode, 0)
    done = run('simulate', broken, '--format', 'json')
    yield from differs('exit of a broken promise', done.returncode, 1)
    answer = run_json('simulate', broken, '--format', 'json')
    yield from differs('expected', answer['expected'], [{'lane': 0, 'what': 'cycles', 'expected': 31, 'actual': 30, 'ok': False}])
    yield from differs('cycles', [lane['cycles'] for lane in answer['lanes']], [30, 36])
    yield from differs('title', answer['title'], 'A pair')
    yield from differs('title in Spanish', run_json('simulate', kept, '--format', 'json', '--language', 'es')['title'], 'Un par')
    yield from [] if 'differs' in run('simulate', broken).stdout else ['text does not say that a promise is broken']


def refusals():
    op = ('--op', 'gemm:m=8,n=8,k=8')
    yield from refused(run('simulate'), 'FILE: ')
    yield from refused(run('simulate', *op), '--machine: ')
    yield from refused(run('simulate', '--machine', 't4'), '--op: ')
    yield from refused(run('simulate', *op, '--machine', 'abacus'), '--machine: ')
    yield from refused(run('simulate', *op, '--machine', 'nvidia-t5'), '--machine: ', 'nvidia-t4')
    yield from refused(run('simulate', *op, '--machine', 'array:rows=0,cols=8'), '--machine: ', '1024')
    yield from refused(run('simulate', *op, '--machine', 'array:rows=8,cols=8,colour=red'), '--machine: ')
    yield from refused(run('simulate', '--op', 'gemm:m=8,n=8', '--machine', 't4'), '--op: ', 'k')
    yield from refused(run('simulate', '--op', 'gemm:m=0,n=8,k=8', '--machine', 't4'), '--op: ', '1099511627776')
    yield from refused(run('simulate', '--op', 'gemm:m=NaN,n=8,k=8', '--machine', 't4'), '--op: ')
    yield from refused(run('simulate', '--op', 'gemm:m=8,n=8,k=8,dtype=int7', '--machine', 't4'), '--op: ', 'bf16')
    yield from refused(run('simulate', '--op', 'gemm:m=1099511627776,n=1099511627776,k=8', '--machine', 't4'), '--op: ')
    yield from refused(run('simulate', '--op', 'telepathy:n=1', '--machine', 't4'), '--op: ', 'gemm', 'conv')
    yield from refused(run('simulate', '--op', 'conv:n=1', '--machine', 't4'), '--op: ', 'c')
    yield from refused(run('simulate', *ARRAY, '--format', 'xml'), '--format: ', 'json')
    yield from refused(run('simulate', *ARRAY, '--start', 'moon'), '--start: ', 'on-chip')
    yield from refused(run('simulate', *ARRAY, '--mapping', 'tile=8'), '--mapping: ', '64x64x32')
    yield from refused(run('simulate', scratch('kept.systole'), *op), '--op: ')
    yield from refused(run('simulate', scratch('nowhere.systole')), scratch('nowhere.systole') + ': ')


tap = Tap()
tap.check('fields of the JSON', fields())
tap.check('known errors', known_errors())
tap.check('never measured', never_measured())
tap.check('64-bit counts are exact', exact())
tap.check('CSV and text', other_forms())
tap.check('what a file promises', promises())
tap.check('bad input', refusals())
tap.end()
