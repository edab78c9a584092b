#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What other programs rely on in `systole-cli`: commands, options, exit codes, names and types of JSON
fields, ids, null rules, columns of tables. Each case is one sentence of the contract.

usage: check-cli.py CLI
"""
import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'style'))
from tap import Tap

CLI = sys.argv[1]
LIBRARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'data', 'library')
ARRAY = ('--op', 'gemm:m=8,n=8,k=8', '--machine', 'array:rows=8,cols=8,dataflow=ws,timing=hardware')
SM = ('--op', 'gemm:m=8,n=8,k=8', '--machine', 'sm:sub-cores=4,tensor=4x4,warps=8')
CHIPS = ('google-tpu-v1', 'google-tpu-v2', 'google-tpu-v3', 'google-tpu-v4', 'google-tpu-v5e', 'google-tpu-v5p', 'google-tpu-v6e', 'google-tpu-v7',
         'nvidia-t4', 'nvidia-v100-sxm2-16', 'nvidia-a100-sxm-80', 'nvidia-h100-sxm')
PHASES = set('load fill steady drain copy compute epilogue launch wait done'.split())
REASONS = set('fill drain weights padding memory operand unit-busy barrier tail launch communication no-work'.split())
PARTS = set('useful format padding fill-drain weights memory operand tail power launch transfer'.split())
LEVELS = set('register shared l1 l2 llc vmem cmem unified-buffer accumulator weight-fifo sram-a sram-b sram-c dram host'.split())
UNITS = set('mxu vpu scalar sparse-core dma tensor fp32 fp64 int sfu lsu tma scheduler core link'.split())
SCENARIO = '''<?xml version="1.0" encoding="UTF-8"?>
<scenario xmlns="urn:systole:scenario" version="1">
  <title xml:lang="en">Title</title>
  <workload><op id="p" name="gemm" m="8" n="8" k="8" dtype="int8"/></workload>
  <lanes>
    <lane op="p" operands="on-chip"><array rows="8" columns="8" dataflow="ws" timing="hardware"/></lane>
    <lane op="p" operands="on-chip"><sm sub-cores="4" tensor="4x4" warps="8"/></lane>
  </lanes>
  <expect lane="0" what="cycles" value="%s"/>
</scenario>
'''
scratch = tempfile.TemporaryDirectory()


def path(name, text=None):
    name = os.path.join(scratch.name, name)
    if text is not None:
        with open(name, 'wb') as file:
            file.write(text if isinstance(text, bytes) else text.encode())
    return name


def run(*args, **more):
    return subprocess.run([CLI, *args], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, **more)


def load(*args, **more):
    done = run(*args, **more)
    assert done.returncode in (0, 1), '%s: exit %d: %s' % (' '.join(args), done.returncode, done.stderr)

    def refuse(word):
        raise AssertionError('%s in the output of %s' % (word, ' '.join(args)))
    return json.loads(done.stdout, parse_constant=refuse)


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def is_(what, got, want):
    return [] if got == want else ['%s is %r, not %r' % (what, got, want)]


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def refused(done, *parts):
    what = ' '.join(done.args[1:])[:150]
    if done.returncode != 2:
        yield '%s: exit %d, not 2' % (what, done.returncode)
    if done.stdout:
        yield '%s: prints %r' % (what, done.stdout[:60])
    if done.stderr.count('\n') != 1:
        yield '%s: not one line: %r' % (what, done.stderr)
    for part in parts:
        if part not in done.stderr:
            yield '%s: %r lacks %r' % (what, done.stderr, part)


def lane_problems(lane, name):
    """Names, types and laws of one lane of `simulate --format json`."""
    for key in ('machine', 'op', 'mapping', 'bound'):
        if not isinstance(lane[key], str) or not lane[key]:
            yield '%s: %s is %r' % (name, key, lane[key])
    for key in ('cycles', 'useful_macs', 'issued_macs'):
        if not isinstance(lane[key], int) or lane[key] <= 0:
            yield '%s: %s is %r' % (name, key, lane[key])
    if not number(lane['clock_hz']) or not number(lane['seconds']) or not math.isclose(lane['cycles'] / lane['clock_hz'], lane['seconds'], rel_tol=1e-9):
        yield '%s: %r cycles at %r Hz are not %r s' % (name, lane['cycles'], lane['clock_hz'], lane['seconds'])
    if lane['bound'] not in ('compute', 'latency') and lane['bound'].partition(':')[2] not in LEVELS | UNITS:
        yield '%s: bound %r' % (name, lane['bound'])
    for unit, share in lane['utilization'].items():
        if unit not in UNITS or not number(share) or not 0 <= share <= 1:
            yield '%s: utilization %s: %r' % (name, unit, share)
    if not lane['utilization'] or lane['issued_macs'] < lane['useful_macs']:
        yield '%s: no utilization, or fewer MACs issued than useful' % name
    for part in lane['waterfall']:
        if part['part'] not in PARTS or not isinstance(part['cycles'], int) or part['cycles'] < 0:
            yield '%s: part %r' % (name, part)
    if sum(part['cycles'] for part in lane['waterfall']) != lane['cycles'] or len({part['part'] for part in lane['waterfall']}) != len(lane['waterfall']):
        yield '%s: the waterfall does not sum to the total' % name
    for level in lane['traffic']:
        if level['level'] not in LEVELS or not all(isinstance(level[x], int) and level[x] >= 0 for x in ('read_bytes', 'write_bytes')):
            yield '%s: traffic %r' % (name, level)
    if lane['audit']['ok'] is not True or not lane['audit']['checks'] or not all(check['ok'] is True for check in lane['audit']['checks']):
        yield '%s: audit %r' % (name, lane['audit'])
    if not isinstance(lane['energy']['parts'], list) or not (lane['energy']['joules'] is None or number(lane['energy']['joules'])):
        yield '%s: energy %r' % (name, lane['energy'])
    if 'cost' not in lane:
        yield name + ': no cost'
    for key in ('status', 'count', 'median_pct', 'mean_pct', 'p90_pct'):
        if key not in lane['known_error']:
            yield '%s: known_error lacks %s' % (name, key)


def simulate():
    got = load('simulate', *ARRAY, *SM[2:], '--format', 'json')
    yield from is_('version', isinstance(got['systole'], str) and isinstance(got['title'], str), True)
    yield from is_('lanes', len(got['lanes']), 2)
    for lane in got['lanes']:
        yield from lane_problems(lane, lane['machine'])
    yield from is_('expected without promises', 'expected' in got, False)
    yield from is_('cycles of the array', got['lanes'][0]['cycles'], 30)
    yield from is_('units', [next(iter(lane['utilization'])) for lane in got['lanes']], ['mxu', 'tensor'])
    yield from is_('format of a bare machine', [lane['op'].endswith('dtype=int8') for lane in got['lanes']], [True, True])
    for chip in CHIPS:
        for shape in ('m=1,n=1,k=1', 'm=128,n=3000,k=777', 'm=4096,n=4096,k=4096'):
            for lane in load('simulate', '--op', 'gemm:' + shape, '--machine', chip, '--format', 'json')['lanes']:
                yield from lane_problems(lane, chip + ' ' + shape)
                yield from is_('format on ' + chip, lane['op'].rpartition('=')[2], 'int8' if chip.endswith('v1') else 'fp16' if 't4' in chip or 'v100' in chip else 'bf16')


def promises():
    for value, code in (('30', 0), ('31', 1)):
        name = path('promise.systole', SCENARIO % value)
        done = run('simulate', name, '--format', 'json')
        yield from is_('exit code for %s' % value, done.returncode, code)
        got = json.loads(done.stdout)
        yield from is_('title', got['title'], 'Title')
        yield from is_('promise', [sorted(x) for x in got['expected']][0][:4], ['actual', 'expected', 'lane', 'ok'] if 'lane' in got['expected'][0] else ['actual', 'expected', 'ok', 'what'])
        entry = got['expected'][0]
        yield from is_('promise', (entry['what'], entry['expected'], entry['actual'], entry['ok']), ('cycles', int(value), 30, code == 0))
        yield from is_('validate %s' % value, run('validate', name).returncode, code)
    broken = path('broken.systole', (SCENARIO % '30').replace('rows="8"', 'rows="0"'))
    for command in (('validate', broken), ('simulate', broken), ('frame', broken, '--cycle', '1'), ('render', broken, '--view', 'array', '-o', path('x.png'))):
        done = run(*command)
        yield from refused(done) if command[0] != 'validate' else is_('validate of a bad file', done.returncode, 2)
        yield from is_('place in %r' % done.stderr, done.stderr.startswith(broken + ':6:'), True)
        yield from is_('range in %r' % done.stderr, '1024' in done.stderr, True)
    good = path('good.systole', SCENARIO % '30')
    yield from is_('several files, one bad', run('validate', good, broken).returncode, 2)
    newer = path('newer.systole', (SCENARIO % '30').replace('version="1">', 'version="2">'))
    yield from is_('a newer format', run('simulate', newer).returncode, 2)
    for name in sorted(os.listdir(LIBRARY)):
        if name.endswith('.systole'):
            yield from is_(name, run('validate', os.path.join(LIBRARY, name)).returncode, 0)


def frame_array():
    keys = 'row column state reason a b product partial_in partial_out m n k fold'.split()
    for timing in ('hardware', 'overlapped', 'scale-sim'):
        what = ('--op', 'gemm:m=5,n=4,k=3', '--machine', 'array:rows=4,cols=3,dataflow=os,timing=' + timing)
        length = load('simulate', *what, '--format', 'json')['lanes'][0]['cycles']
        macs = 0
        for cycle in range(length):
            got = load('frame', *what, '--lane', '0', '--cycle', str(cycle))
            for key in ('lane', 'cycle', 'phase', 'fold', 'caption', 'cells'):
                if key not in got:
                    yield 'frame lacks ' + key
            yield from is_('cycle', (got['lane'], got['cycle'], got['phase'] in PHASES), (0, cycle, True))
            yield from is_('cells', [(c['row'], c['column']) for c in got['cells']], [(r, c) for r in range(4) for c in range(3)])
            for cell in got['cells']:
                if not set(keys) <= set(cell):
                    yield 'a cell lacks %s' % (set(keys) - set(cell))
                busy = cell['state'] == 'busy'
                macs += busy
                if cell['state'] not in ('busy', 'idle') or busy != (cell['reason'] is None) or not busy and cell['reason'] not in REASONS:
                    yield 'cycle %d: %r' % (cycle, cell)
                if busy and any(cell[key] is None for key in keys if key != 'reason') or not busy and cell['product'] is not None:
                    yield 'cycle %d: nulls of %r' % (cycle, cell)
                if cell['reason'] == 'padding' and any(cell[key] is not None for key in ('m', 'n', 'k', 'product')):
                    yield 'cycle %d: padding with an index: %r' % (cycle, cell)
        yield from is_('MACs', macs, 5 * 4 * 3)
        yield from refused(run('frame', *what, '--cycle', str(length)), str(length - 1))


def frame_options():
    whole = load('frame', *ARRAY, '--cycle', '12')
    part = load('frame', *ARRAY, '--cycle', '12', '--view', '1,2,4,8')
    yield from is_('half-open view', part['cells'], [c for c in whole['cells'] if 1 <= c['row'] < 4 and 2 <= c['column'] < 8])
    for view in ('0,0,9,8', '1,1,1,2', '-1,0,2,2', '0,0,2', '0,0,2,2,3', 'a,b,c,d', '', '0,0,2,2 ', '0,,2,2', '2,2,1,1', '0,0,99999999999999999999,1'):
        yield from refused(run('frame', *ARRAY, '--cycle', '12', '--view', view))
    got = load('frame', *ARRAY, '--cycle', '12', '--operands')['operands']
    a, b, c = (got[x] for x in 'ABC')
    yield from is_('sizes', [(len(x), len(x[0])) for x in (a, b, c)], [(8, 8)] * 3)
    yield from is_('C', c, [[sum(a[i][x] * b[x][j] for x in range(8)) for j in range(8)] for i in range(8)])
    yield from is_('int8 operands are −8 … 7', all(-8 <= x <= 7 for m in (a, b) for r in m for x in r), True)
    for machine in (ARRAY, SM):
        length = load('simulate', *machine, '--format', 'json')['lanes'][0]['cycles']
        for cycle in range(0, length, 6 if 'SYSTOLE_SLOW_CHECKER' in os.environ else 1):
            yield from is_('registers at %d' % cycle, load('frame', *machine, '--cycle', str(cycle), '--registers'), load('frame', *machine, '--cycle', str(cycle)))
        for cycle in (str(length), '-1', '1.5', 'x', '', '18446744073709551616', '1e2'):
            yield from refused(run('frame', *machine, '--cycle', cycle))
    deep = load('frame', '--op', 'gemm:m=8,n=8,k=1099511627776', '--machine', 'array:rows=8,cols=8,dataflow=os', '--cycle', '99999999999')['cells'][0]
    yield from is_('a sum too long to add up', (deep['state'], deep['product'] == deep['a'] * deep['b'], deep['partial_in'], deep['k']), ('busy', True, None, 99999999999))
    sm = load('frame', *SM, '--cycle', '20')
    for key in ('warps', 'pipes', 'copies'):
        yield from is_(key, isinstance(sm[key], list), True)
    for item in sm['warps'] + sm['pipes']:
        yield from is_('state of %r' % item, (item['state'] in ('busy', 'idle'), (item['reason'] is None) == (item['state'] == 'busy')), (True, True))
        yield from is_('reason', item['reason'] is None or item['reason'] in REASONS, True)
    yield from is_('pipes', {p['unit'] for p in sm['pipes']} <= UNITS, True)
    file = path('two.systole', SCENARIO % '30')
    yield from is_('lane 1 of a file', 'warps' in load('frame', file, '--lane', '1', '--cycle', '3'), True)
    yield from refused(run('frame', file, '--lane', '2', '--cycle', '3'), '1')
    chip = ('--op', 'gemm:m=4096,n=4096,k=4096', '--machine', 'google-tpu-v4', '--cycle', '400000', '--view', '0,0,2,2')
    yield from is_('unit 7', load('frame', *chip, '--unit', '7')['cells'] != load('frame', *chip, '--unit', '0')['cells'], True)
    yield from refused(run('frame', *chip, '--unit', '8'), '7')


def array():
    single = ('array', '--rows', '8', '--cols', '8', '--op', 'gemm:m=8,n=8,k=8', '--format', 'json', '--dataflow')
    for flow, timing, cycles in (('os', 'hardware', 30), ('os', 'scale-sim', 21), ('ws', 'scale-sim', 29), ('ws', 'hardware', 30), ('is', 'hardware', 30), ('is', 'overlapped', 30)):
        got = load(*single, flow, '--timing', timing)
        yield from is_('%s %s' % (flow, timing), got['total_cycles'], cycles)
        for key in ('total_cycles', 'stall_cycles', 'folds'):
            yield from is_(key, isinstance(got[key], int), True)
        for key in ('overall_utilization', 'mapping_efficiency', 'compute_utilization'):
            yield from is_(key, number(got[key]) and 0 <= got[key] <= 1, True)
        yield from is_('traffic', {t['level'] for t in got['traffic']} >= {'sram-a', 'sram-b', 'sram-c', 'dram'}, True)
    yield from is_('default timing', load(*single, 'os')['total_cycles'], 30)
    for more in (('--rows', '0'), ('--rows', '1025'), ('--cols', '-1'), ('--rows', '8.5'), ('--timing', 'fast'), ('--dataflow', 'xs')):
        yield from refused(run(*single, 'os', *more))
    table = path('in.csv', 'array_rows,array_cols,dataflow,op,M,N,K,bandwidth_mode,mine\n8,8,os,gemm,8,8,8,CALC,"a, b"\n0,8,os,gemm,8,8,8,CALC,x\n8,8,os,gemm,8,8,,CALC,y\n1,1,os,gemm,1,1,1,CALC,z\n')
    done = run('array', table, '-o', path('out.csv'), '--timing', 'scale-sim')
    yield from is_('exit code when rows are refused', done.returncode, 0)
    got = rows(open(path('out.csv')).read())
    yield from is_('rows', len(got), 4)
    yield from is_('kept columns', [r['mine'] for r in got], ['a, b', 'x', 'y', 'z'])
    yield from is_('model_total_cycles', got[0]['model_total_cycles'], '21')
    yield from is_('columns', [x for x in ('model_total_cycles', 'model_overall_util_pct', 'model_mapping_eff_pct', 'model_compute_util_pct', 'status', 'reason') if x not in got[0]], [])
    yield from is_('status', [r['status'] for r in got], ['ok', 'bad-input', 'bad-input', 'not-modelled'])
    yield from is_('reasons', [bool(r['reason']) for r in got], [False, True, True, True])


def predict():
    table = path('p.csv', 'device,op,dtype_in,dtype_acc,dims,mine\nt4,gemm,fp16,fp32,m=1024;n=1024;k=1024,1\nt4,llm_generate,fp16,,m=8;n=8,2\nnope,gemm,fp16,fp32,m=1;n=1;k=1,3\n'
                          't4,gemm,fp16,fp32,m=0;n=1;k=1,4\nt4,gemm,fp16,fp32,m=5;n=1,5\nnvidia-t4,gemm,fp16,fp32,m=1024;n=1024;k=1024;ta=N;tb=T,6\n')
    done = run('predict', table, '-o', path('p-out.csv'))
    yield from is_('exit', done.returncode, 0)
    text = open(path('p-out.csv')).read()
    got = rows(text)
    yield from is_('header', text.splitlines()[0], 'device,op,dtype_in,dtype_acc,dims,mine,predicted_seconds,predicted_power_w,bound,known_error_pct,status,reason')
    yield from is_('kept', [r['mine'] for r in got], list('123456'))
    yield from is_('status', [r['status'] for r in got], ['ok', 'not-modelled', 'not-modelled', 'bad-input', 'bad-input', 'ok'])
    yield from is_('alias', got[0]['predicted_seconds'], got[5]['predicted_seconds'])
    yield from is_('a time', float(got[0]['predicted_seconds']) > 0, True)
    yield from is_('reasons', [bool(r['reason']) for r in got][:5], [False, True, True, True, True])
    yield from is_('only good rows have a time', [bool(r['predicted_seconds']) for r in got], [r['status'] == 'ok' for r in got])
    same = load('simulate', '--op', 'gemm:m=1024,n=1024,k=1024,dtype=fp16', '--machine', 't4', '--format', 'json')['lanes'][0]
    yield from is_('as simulate says', float(got[0]['predicted_seconds']), same['seconds'])
    yield from refused(run('predict', path('none.csv'), '-o', path('o.csv')), 'none.csv')
    yield from refused(run('predict', path('headless.csv', 'a,b\n1,2\n'), '-o', path('o.csv')), 'headless.csv:1')


def render():
    names = run('render', '--list-views').stdout.split()
    yield from is_('views', {'chip', 'sm', 'array', 'pe', 'timeline'} <= set(names), True)
    file = path('two.systole', SCENARIO % '30')
    magic = {'png': b'\x89PNG', 'svg': b'<?xml', 'pdf': b'%PDF'}
    for suffix, start in magic.items():
        out = path('x.' + suffix)
        done = run('render', file, '--view', 'array', '--lane', '0', '--cycle', '5', '--size', '640x480', '-o', out)
        yield from is_(suffix, (done.returncode, done.stderr, open(out, 'rb').read(len(start)) if os.path.exists(out) else None), (0, '', start))
    with open(path('x.png'), 'rb') as png:
        yield from is_('size', [int.from_bytes(png.read(24)[x:x + 4], 'big') if x == 16 else 480 for x in (16, 20)], [640, 480])
    pictures = set()
    for scheme in ('light', 'dark', 'high-contrast', 'print'):
        yield from is_(scheme, run('render', file, '--view', 'array', '--scheme', scheme, '-o', path(scheme + '.png')).returncode, 0)
        pictures.add(open(path(scheme + '.png'), 'rb').read())
    yield from is_('four schemes', len(pictures), 4)
    for view in names:
        lane = '1' if view in ('sm', 'sub-core', 'fragment') else '0'
        done = run('render', file, '--view', view, '--lane', lane, '--cycle', '5', '-o', path('v.png'))
        if done.returncode:
            yield from refused(done)
    for bad in (('--view', 'nothing', '-o', path('n.png')), ('--view', 'array', '-o', path('n.bmp')), ('--view', 'array', '--size', '0x0', '-o', path('n.png')),
                ('--view', 'array', '--size', '1e5x3', '-o', path('n.png')), ('--view', 'array', '--scheme', 'pink', '-o', path('n.png')), ('--view', 'array', '--cycle', '30', '-o', path('n.png')),
                ('--view', 'array', '--size', '99999999x99999999', '-o', path('n.png')), ('--view', 'array', '-o', path('no/n.png'))):
        yield from refused(run('render', file, *bad))
        yield from is_('a refused picture leaves no file', os.path.exists(bad[-1]), False)


def devices():
    got = load('devices', '--format', 'json')
    ids = [machine['id'] for machine in got]
    table = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'files', 'devices.csv')
    yield from is_('machines that are named twice', sorted(i for i in set(ids) if ids.count(i) > 1), [])
    yield from is_('machines that are missing', sorted({line.split(',')[0] for line in open(table, encoding='utf-8').readlines()[1:]} - set(ids)), [])
    for machine in got:
        for field in machine['fields']:
            if not isinstance(field['unit'], str) or not field['source'] or field['provenance'] not in ('published', 'measured', 'derived', 'recalled'):
                yield '%s: %r' % (machine['id'], field)
    done = run('devices', 'nvidia-t4')
    yield from is_('one machine', (done.returncode, '320' in done.stdout and 'GB/s' in done.stdout), (0, True))
    yield from is_('an alias', run('devices', 't4').stdout, done.stdout)
    yield from refused(run('devices', 'nvidia-t5'), 'nvidia-t5')
    counters = run('devices', '--counters').stdout
    yield from is_('counters', all(x in counters for x in ('cycles', 'useful_macs', 'seconds', 'utilization')), True)
    for table in (('devices',), ('simulate', *ARRAY), ('array', '--rows', '8', '--cols', '8', '--op', 'gemm:m=8,n=8,k=8'), ('devices', '--counters')):
        text = run(*table, '--format', 'csv').stdout
        yield from is_('csv of ' + table[0], len(text.splitlines()) >= 2 and len({len(x) for x in csv.reader(io.StringIO(text))}), 1)


def languages():
    spanish = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='')
    for command in (('simulate', *ARRAY, '--format', 'json'), ('array', '--rows', '8', '--cols', '8', '--op', 'gemm:m=8,n=8,k=8', '--format', 'json'), ('simulate', *ARRAY, '--format', 'csv')):
        plain = run(*command)
        for name in ('es_ES.UTF-8', 'de_DE.UTF-8', 'tr_TR.UTF-8', 'POSIX'):
            other = run(*command, env=dict(os.environ, LC_ALL=name, LANGUAGE=''))
            yield from is_('%s under %s' % (command[0], name), other.stdout, plain.stdout)
        yield from is_('--language es', run(*command, '--language', 'es', env=spanish).stdout, plain.stdout)
    plain, other = (load('frame', *ARRAY, '--cycle', '12', *more, env=spanish) for more in ((), ('--language', 'es')))
    yield from is_('a Spanish caption differs', plain.pop('caption') != other.pop('caption'), True)
    yield from is_('the rest of the frame', other, plain)
    yield from refused(run('frame', *ARRAY, '--cycle', '99', '--language', 'es'))
    first, last = (run('--language', 'es', 'simulate', *ARRAY), run('simulate', *ARRAY, '--language', 'es'))
    yield from is_('the option before or after the command', (first.stdout, first.returncode), (last.stdout, 0))


def operations():
    bad = ['gemm', 'gemm:', 'gemm:m=8', 'gemm:m=8,n=8,k=0', 'gemm:m=-1,n=8,k=8', 'gemm:m=8.5,n=8,k=8', 'gemm:m=1e400,n=8,k=8', 'gemm:m=nan,n=8,k=8', 'gemm:m=9223372036854775808,n=8,k=8',
           'gemm:m=18446744073709551616,n=8,k=8', 'gemm:m=8,n=8,k=8,dtype=fp7', 'gemm:m=8,n=8,k=8,m=9', 'gemm:m=8,n=8,k=8,colour=red', 'gemm:m=8,n=8,k=8,', 'gemm:m= 8,n=8,k=8', 'gemm m=8', ':m=8',
           '', 'nothing:m=8,n=8,k=8', 'gemm:m=8,n=8,k=8\x01', 'gemm:m=\n8,n=8,k=8', 'gemm:m=0x10,n=8,k=8', 'gemm:m=+8,n=8,k=8', 'gemm:m=4294967296,n=4294967296,k=4294967296']
    for op in bad:
        yield from refused(run('simulate', '--op', op, '--machine', 'array:rows=8,cols=8'))
    machines = ['', 'array:rows=0,cols=8', 'array:rows=1025,cols=8', 'array:rows=8', 'array:cols=8', 'array:rows=8,cols=8,dataflow=xs', 'array:rows=8,cols=8,timing=slow', 'array:rows=8,cols=8,rows=9', 'sm:warps=0',
                'sm:tensor=4', 'sm:tensor=0x4', 'sm:sub-cores=9999', 'array:rows=8,cols=8,clock-hz=0', 'array:rows=8,cols=8,clock-hz=nan', 'array:rows=8,cols=8,clock-hz=1e400', 'nvidia-t4:units=3', 'no-such-machine']
    for machine in machines:
        done = run('simulate', '--op', 'gemm:m=8,n=8,k=8', '--machine', machine)
        if machine not in ('array:rows=8', 'array:cols=8') or done.returncode:
            yield from refused(done)
    for mapping, machine in (('tile=64x64x32', 'google-tpu-v4'), ('stages=2', 'array:rows=8,cols=8'), ('tile=8x8x4,tile=8x8x8', 'sm'), ('tile=8x8', 'sm'), ('stages=0', 'nvidia-t4'), ('stages=17', 'nvidia-t4'), ('tile=3x5x7', 'nvidia-t4')):
        yield from refused(run('simulate', '--op', 'gemm:m=8,n=8,k=8', '--machine', machine, '--mapping', mapping))
    for words in ((), ('nothing',), ('simulate',), ('simulate', '--op'), ('simulate', '--op', 'gemm:m=8,n=8,k=8'), ('simulate', '--machine', 't4'), ('simulate', *ARRAY, '--format', 'xml'), ('simulate', *ARRAY, 'file.systole'),
                  ('frame', *ARRAY), ('simulate', *ARRAY, '--nothing'), ('predict',), ('array',), ('validate',), ('render',), ('simulate', path('missing.systole')), ('simulate', scratch.name), ('validate', scratch.name)):
        done = run(*words)
        yield from is_('exit of %r' % (words,), done.returncode, 2)
        if words:
            yield from is_('lines of %r: %r' % (words, done.stderr), done.stderr.count('\n'), 1)
    for name in ('a\x1b[31m', 'a\nb', 'a\tb'):
        done = run('validate', name)
        yield from is_('control characters in %r' % done.stderr, [c for c in done.stderr[:-1] if ord(c) < 32], [])
    for words in (('--help',), ('--version',), ('simulate', '--help')):
        yield from is_(words[0], run(*words).returncode, 0)


tap = Tap()
tap.check('simulate: fields, ids and laws', simulate())
tap.check('promises: exit codes, places in files', promises())
tap.check('frame: cells of every cycle', frame_array())
tap.check('frame: view, unit, lane, operands, registers', frame_options())
tap.check('array: single and table', array())
tap.check('predict: columns and refused rows', predict())
tap.check('render: formats, schemes, refusals', render())
tap.check('devices: units and sources', devices())
tap.check('languages and locales', languages())
tap.check('bad operations, machines and options', operations())
tap.end()
