# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli sweep`: each point is what `simulate` says of it, in order; parts make the whole."""
import csv
import io

from cli import Tap, differs, refused, run, run_json

TWO = ('--op', 'gemm:m=8,n=64,k=64,dtype=fp16', '--machine', 't4', '--machine', 'array:rows=8,cols=8', '--vary', 'm=1..64*4', '--vary', 'n=k=64,96')


def table(*arguments):
    return list(csv.DictReader(io.StringIO(run('sweep', *arguments).stdout)))


def points():
    rows = table(*TWO)
    wanted = [(lane, str(m), str(w)) for lane in '01' for m in (1, 4, 16, 64) for w in (64, 96)]
    yield from differs('order', [(r['lane'], r['m'], r['n=k']) for r in rows], wanted)
    for row in (rows[0], rows[5], rows[-1]):
        alone = run_json('simulate', '--op', row['op'], '--machine', ('t4', 'array:rows=8,cols=8')[int(row['lane'])], '--format', 'json')['lanes'][0]
        yield from differs(row['op'] + ': cycles', int(row['cycles']), alone['cycles'])
        yield from differs(row['op'] + ': seconds', float(row['seconds']), alone['seconds'])
        yield from differs(row['op'] + ': bound', row['bound'], alone['bound'])
    points = run_json('sweep', *TWO, '--format', 'json')['points']
    yield from differs('JSON', [(p['varied']['m'], p['varied']['k'], p['counters']['cycles']) for p in points], [(int(r['m']), int(r['n=k']), int(r['cycles'])) for r in rows])


def machines():
    rows = table('--op', 'gemm:m=64,n=64,k=64', '--machine', 'array:rows=8,cols=8', '--vary', 'rows=8..64*2')
    yield from differs('folds of taller arrays', [r['folds'] for r in rows], ['64', '32', '16', '8'])
    rows = table('--op', 'gemm:m=4096,n=4096,k=4096,dtype=fp16', '--machine', 't4', '--vary', 'power.tdp=40,70,150')
    seconds = [float(r['seconds']) for r in rows]
    yield from [] if seconds[0] > seconds[1] > seconds[2] else ['more power does not help: %r' % seconds]


def refused_points():
    rows = table('--op', 'gemm:m=8,n=8,k=8,dtype=fp16', '--machine', 't4', '--vary', 'm=0,8')
    yield from differs('status', [r['status'] for r in rows], ['refused', 'ok'])
    yield from [] if rows[0]['reason'] and not rows[1]['reason'] else ['the reason stands elsewhere']
    yield from differs('numbers', [bool(r['cycles']) for r in rows], [False, True])


def shards():
    whole = run('sweep', *TWO).stdout
    yield from differs('three parts', ''.join(run('sweep', *TWO, '--shard', '%d/3' % i).stdout for i in (1, 2, 3)), whole)
    yield from differs('under Spanish', run('sweep', *TWO, '--language', 'es').stdout, whole)


def refusals():
    yield from refused(run('sweep', *TWO[:-4]), '--vary: ')
    yield from refused(run('sweep', *TWO, '--vary', 'x=1'), '--vary: ', 'x=1')
    yield from refused(run('sweep', *TWO[:-4], '--vary', 'm=1..8'), '--vary: ', '*FACTOR')
    yield from refused(run('sweep', *TWO, '--shard', '4/3'), '--shard: ', '4/3')
    yield from refused(run('sweep', *TWO, '--format', 'text'), '--format: ', 'csv')
    yield from refused(run('sweep', *TWO[:-4], '--vary', 'm=1..4096+1', '--vary', 'n=1..4096+1', '--vary', 'k=1..4096+1'), '--vary: ')


tap = Tap()
tap.check('points are those of simulate', points())
tap.check('fields of machines', machines())
tap.check('points that cannot run', refused_points())
tap.check('parts', shards())
tap.check('bad input', refusals())
tap.end()
