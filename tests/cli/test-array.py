# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli array`: known answers, and every row of a table of two simulators' counts."""
import csv
import io
import os

from cli import HERE, Tap, differs, run, run_json, scratch

KNOWN = {('hardware', 'ws'): 30, ('hardware', 'os'): 30, ('hardware', 'is'): 30,
         ('scale-sim', 'ws'): 29, ('scale-sim', 'os'): 21, ('scale-sim', 'is'): 29,
         ('overlapped', 'ws'): 30, ('overlapped', 'os'): 30, ('overlapped', 'is'): 30}
TABLES = [os.path.join(HERE, 'data', 'scalesim-%s.csv' % op) for op in ('gemm', 'conv')]


def known():
    for (timing, flow), cycles in KNOWN.items():
        answer = run_json('array', '--rows', '8', '--cols', '8', '--dataflow', flow, '--timing', timing, '--op', 'gemm:m=8,n=8,k=8', '--format', 'json')
        yield from differs('%s %s: cycles' % (timing, flow), answer['total_cycles'], cycles)
        yield from differs('folds', answer['folds'], 1)
        yield from differs('mapping', answer['mapping_efficiency'], 1)
        yield from differs('utilization', answer['overall_utilization'], 512 / (cycles * 64))


def folds():
    """Overlapped folds by hand: 2 × 3 folds of 4 × 4, T = 10 > R."""
    answer = run_json('array', '--rows', '4', '--cols', '4', '--dataflow', 'ws', '--timing', 'overlapped', '--op', 'gemm:m=10,n=9,k=8', '--format', 'json')
    yield from differs('folds', answer['folds'], 2 * 3)
    yield from differs('cycles', answer['total_cycles'], 4 + 5 * 10 + 10 + 4 + 4 - 2)
    yield from differs('mapping', answer['mapping_efficiency'], 8 * 9 / (6 * 16))
    traffic = {t['level']: t for t in answer['traffic']}
    yield from differs('levels', set(traffic), {'dram', 'sram-a', 'sram-b', 'sram-c'})
    yield from differs('A from main memory and B', traffic['dram']['read_bytes'], 10 * 8 + 8 * 9)
    yield from differs('A read once for each column of folds', traffic['sram-a']['read_bytes'], 3 * 10 * 8)


def other_forms():
    options = ('array', '--rows', '8', '--cols', '8', '--op', 'gemm:m=8,n=8,k=8')
    row = next(csv.DictReader(io.StringIO(run(*options, '--format', 'csv').stdout)))
    yield from differs('cycles in CSV', row['total_cycles'], '30')
    yield from differs('operation in CSV', row['op'], 'gemm:m=8,n=8,k=8,dtype=int8')
    text = run(*options).stdout
    yield from [] if '30' in text and '26.7 %' in text.replace('\u202f', ' ') else ['text lacks cycles or utilization: ' + text]


def agree(row):
    problems = differs('status', row['status'], 'ok') + differs('cycles', row['model_total_cycles'], row['total_cycles'])
    for column in ('overall_util_pct', 'mapping_eff_pct', 'compute_util_pct'):
        if row[column] and not problems and abs(float(row[column]) - float(row['model_' + column])) > 0.01:
            problems.append('%s %s, not %s' % (column, row['model_' + column], row[column]))
    return problems


def simulators(table):
    out = scratch('array.csv')
    done = run('array', table, '-o', out, '--timing', 'scale-sim')
    yield from differs('exit', done.returncode, 0)
    with open(table) as a, open(out) as b:
        before, after = list(csv.DictReader(a)), list(csv.DictReader(b))
    yield from differs('rows', len(after), len(before))
    for i, (old, new) in enumerate(zip(before, after)):
        yield from ('row %d: %s' % (i, p) for p in agree(new))
        yield from differs('row %d: columns kept' % i, {k: new[k] for k in old}, old)


def convolution():
    """3 × 3 over 5 × 4 pixels of 2 channels and 3 filters, padded, by hand: M = 20, N = 3, K = 18 on 4 × 4, 5 folds; 2 groups of it."""
    answer = run_json('array', '--rows', '4', '--cols', '4', '--dataflow', 'ws', '--op', 'conv:n=1,c=2,h=5,w=4,k=3,r=3,s=3,pad_h=1,pad_w=1', '--format', 'json')
    yield from differs('folds', answer['folds'], 5)
    yield from differs('cycles', answer['total_cycles'], 5 * (2 * 4 + 4 + 20 - 2))
    answer = run_json('array', '--rows', '4', '--cols', '4', '--dataflow', 'ws', '--op', 'conv:n=1,c=4,h=5,w=4,k=6,r=3,s=3,pad_h=1,pad_w=1,groups=2', '--format', 'json')
    yield from differs('folds of two groups', answer['folds'], 10)
    yield from differs('utilization', answer['overall_utilization'], 2 * 20 * 3 * 18 / (answer['total_cycles'] * 16))


def memory():
    """Two folds by hand: see the engine's test of the same numbers."""
    what = ('array', '--rows', '4', '--cols', '4', '--op', 'gemm:m=8,n=4,k=8', '--format', 'json')
    yield from differs('unlimited', run_json(*what)['stall_cycles'], 0)
    answer = run_json(*what, '--dram-bytes-per-cycle', '1', '--dram-latency', '5')
    yield from differs('cycles', answer['total_cycles'], 21 + 80 + 128)
    yield from differs('stalls', answer['stall_cycles'], 21 + 80 + 128 - 2 * 18)
    yield from differs('bound', answer['bound'], 'memory:dram')
    yield from differs('read', answer['dram_read_bytes'], {'A': 64, 'B': 32, 'C': 0})
    again = run_json(*what, '--dram-bytes-per-cycle', '1', '--sram-a-bytes', '16', '--sram-c-bytes', '64')
    yield from differs('sums that do not fit are read back', again['dram_read_bytes']['C'], 8 * 4 * 4)
    yield from differs('shadow weights', run_json(*what, '--weights', 'shadow')['total_cycles'], 4 + 2 * 14)
    for option, value in (('--sram-a-bytes', '-1'), ('--buffering', 'triple'), ('--weights', 'none'), ('--sram-b-ports', '0')):
        done = run(*what, option, value)
        yield from differs('exit of %s %s' % (option, value), done.returncode, 2)
        yield from [] if option in done.stderr else ['%s: not named: %s' % (option, done.stderr)]


def limited():
    """Rows of given bandwidth: no stall at plenty of it, some at little, never more than fetching everything anew."""
    rows = ['16,16,%s,gemm,100,100,100,USER,%d,%d,%d,%d' % (flow, words, *kib) for flow in ('ws', 'os', 'is') for words in (1, 10, 4096) for kib in ((1, 1, 1), (64, 64, 64))]
    source = scratch('user.csv', 'array_rows,array_cols,dataflow,op,M,N,K,bandwidth_mode,bandwidth_words_per_cycle,sram_ifmap_kb,sram_filter_kb,sram_ofmap_kb\n' + '\n'.join(rows))
    for row in csv.DictReader(io.StringIO(run('array', source, '-o', '-', '--timing', 'scale-sim').stdout)):
        stalls, words = int(row['model_stall_cycles']), int(row['bandwidth_words_per_cycle'])
        yield from differs('status', row['status'], 'ok')
        if words != 10:
            yield from differs('stalls with %d words a cycle' % words, stalls > 0, words == 1)
        folds = 49
        everything = 49 * (2 * 16 * 100 + 2 * 4 * 16 * 100) / (3 * words) + 4 * folds
        yield from [] if stalls <= everything else ['%d stalls, more than %d' % (stalls, everything)]


def refusals():
    """One table with every kind of row that has no answer; each says why, the command succeeds."""
    rows = ['8,8,ws,gemm,8,8,8,CALC', '8,8,ws,conv,,,,CALC', '8,8,ws,gemm,8,8,8,USER', '0,8,ws,gemm,8,8,8,CALC', '8,8,xs,gemm,8,8,8,CALC',
            '8,8,ws,gemm,8,8,,CALC', '8,8,ws,gemm,8,-8,8,CALC', '8,8,ws,gemm,8,8,8', '8,8,ws,gemm,8,8,8,FAST', '1,1,os,gemm,1,1,1,CALC',
            '8,8,ws,gemm,1099511627776,1099511627776,8,CALC']
    statuses = ['ok'] + ['bad-input'] * 8 + ['not-modelled', 'bad-input']
    source = scratch('rows.csv', 'array_rows,array_cols,dataflow,op,M,N,K,bandwidth_mode\n' + '\n'.join(rows))
    done = run('array', source, '-o', '-', '--timing', 'scale-sim')
    yield from differs('exit', done.returncode, 0)
    answer = list(csv.DictReader(io.StringIO(done.stdout)))
    yield from differs('statuses', [r['status'] for r in answer], statuses)
    yield from differs('a reason where it is refused', [bool(r['reason']) for r in answer], [s != 'ok' for s in statuses])
    yield from differs('no number where it is refused', [bool(r['model_total_cycles']) for r in answer], [s == 'ok' for s in statuses])


tap = Tap()
tap.check('8 × 8 × 8 on 8 × 8 under every dataflow and timing', known())
tap.check('folds, overlap and traffic by hand', folds())
tap.check('CSV and text say the same', other_forms())
for table in TABLES:
    tap.check('every row of the simulators’ table, %s' % os.path.basename(table), simulators(table))
tap.check('a convolution by hand', convolution())
tap.check('memory by hand', memory())
tap.check('rows of limited bandwidth', limited())
tap.check('rows that are refused', refusals())
tap.end()
