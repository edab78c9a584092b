# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli trace`: a trace that viewers take, whose slices agree with the frames."""
import json

from cli import ARRAY, Tap, differs, refused, run, scratch

SM = ('--op', 'gemm:m=8,n=8,k=8', '--machine', 'sm')


def load(*arguments):
    done = run('trace', *arguments)
    if done.returncode:
        raise SystemExit('# ' + done.stderr)
    return json.loads(done.stdout)


def threads(trace, pid):
    return {e['tid']: e['args']['name'] for e in trace['traceEvents'] if e['ph'] == 'M' and e['name'] == 'thread_name' and e['pid'] == pid}


def form():
    trace = load(*ARRAY, '--machine', 'sm', '--machine', 'google-tpu-v4')
    yield from differs('processes', [e['args']['name'][:2] for e in trace['traceEvents'] if e['name'] == 'process_name'], ['A:', 'B:', 'C:'])
    for e in trace['traceEvents']:
        if e['ph'] not in ('M', 'X', 'C', 'i') or not e['name'] or e['pid'] not in (1, 2, 3):
            yield 'event %r' % e
        if e['ph'] == 'X' and (e['ts'] < 0 or e['dur'] <= 0):
            yield 'slice %r' % e
        if e['ph'] == 'C' and any(v < 0 for v in e['args'].values()):
            yield 'counter %r' % e


def phases_cover_the_run():
    for what in (ARRAY, SM, ('--op', 'gemm:m=512,n=512,k=512', '--machine', 't4'), ('--op', 'attention:b=1,sq=512,skv=512,hq=8,hkv=8,d=64', '--machine', 'tpu_v5e')):
        trace = load(*what)
        slices = sorted((e['args']['first_cycle'], e['args']['cycles']) for e in trace['traceEvents'] if e['ph'] == 'X' and e['tid'] == 1)
        end = 0
        for start, length in slices:
            yield from differs('%s: a phase begins where one ends' % (what,), start, end)
            end = start + length
        yield from differs('%s: end' % (what,), end, trace['otherData']['A']['cycles'])


def tracks_are_frames():
    """Every warp at every cycle: what its slice says is what the frame says."""
    trace = load(*SM)
    names = threads(trace, 1)
    warps = {t: int(n.split()[1]) for t, n in names.items() if n.startswith('Warp ')}
    yield from differs('warps', sorted(warps.values()), list(range(8)))
    for cycle in range(trace['otherData']['A']['cycles']):
        frame = json.loads(run('frame', *SM, '--cycle', str(cycle)).stdout)
        said = {warps[e['tid']]: e['name'] for e in trace['traceEvents'] if e['ph'] == 'X' and e['tid'] in warps and e['args']['first_cycle'] <= cycle < e['args']['first_cycle'] + e['args']['cycles']}
        for warp in frame['warps']:
            want = None if warp['reason'] == 'no-work' else 'waits: ' + warp['reason'] if warp['reason'] else warp['instruction']
            yield from differs('cycle %d, warp %d' % (cycle, warp['warp']), said.get(warp['warp']), want)


def multipliers_add_up():
    trace = load(*SM)
    yield from differs('multipliers', {sum(e['args'].values()) for e in trace['traceEvents'] if e['ph'] == 'C'}, {64})


def long_runs():
    """A long run is as short to write: instants, not cycles, count."""
    trace = load('--op', 'gemm:m=16384,n=16384,k=16384', '--machine', 'nvidia-h100-sxm')
    about = trace['otherData']['A']
    yield from differs('instants', about['instants'], 1024)
    yield from differs('longer than that', about['cycles'] > 10 ** 6, True)
    yield from differs('no more than', len(trace['traceEvents']) < 100000, True)


def refusals():
    yield from refused(run('trace'), '')
    yield from refused(run('trace', *ARRAY, '-o', scratch('no/where.json')), scratch('no/where.json'))


tap = Tap()
tap.check('events', form())
tap.check('phases cover the run', phases_cover_the_run())
tap.check('tracks are frames', tracks_are_frames())
tap.check('multipliers add up', multipliers_add_up())
tap.check('long runs', long_runs())
tap.check('bad input', refusals())
tap.end()
