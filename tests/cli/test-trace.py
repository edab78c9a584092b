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


METADATA = {'process_name': ('name', str), 'process_labels': ('labels', str), 'process_sort_index': ('sort_index', int), 'thread_name': ('name', str), 'thread_sort_index': ('sort_index', int)}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def breaches(trace):
    """The rules of the Trace Event format: fields by phase, named threads, slices of a thread nested or apart."""
    if not isinstance(trace, dict) or not isinstance(trace.get('traceEvents'), list) or trace.get('displayTimeUnit', 'ms') not in ('ms', 'ns'):
        yield 'not an object with traceEvents and a displayTimeUnit of ms or ns'
        return
    slices, named = {}, set()
    for e in trace['traceEvents']:
        phase, args = e.get('ph'), e.get('args', {})
        if not isinstance(e.get('name'), str) or not all(isinstance(e.get(k), int) for k in ('pid', 'tid')) or not isinstance(args, dict):
            yield 'name, pid, tid or args: %r' % e
        elif phase == 'M':
            key, kind = METADATA.get(e['name'], (None, None))
            if key is None or not isinstance(args.get(key), kind):
                yield 'metadata: %r' % e
            named.add((e['name'], e['pid'], e['tid'] if e['name'].startswith('thread') else None))
        elif not is_number(e.get('ts')) or e['ts'] < 0:
            yield 'ts: %r' % e
        elif phase == 'X':
            if not is_number(e.get('dur')) or e['dur'] < 0:
                yield 'dur: %r' % e
            else:
                slices.setdefault((e['pid'], e['tid']), []).append((e['ts'], e['ts'] + e['dur']))
        elif phase == 'C':
            if not args or not all(is_number(v) for v in args.values()):
                yield 'counter: %r' % e
        elif phase != 'i' or e.get('s', 't') not in ('g', 'p', 't'):
            yield 'phase or scope: %r' % e
    for (pid, tid), times in slices.items():
        if ('process_name', pid, None) not in named or ('thread_name', pid, tid) not in named:
            yield 'no name of process %d, thread %d' % (pid, tid)
        times.sort(key=lambda t: (t[0], -t[1]))
        ends = []
        for start, end in times:
            while ends and ends[-1] <= start + 1e-9 * max(1, abs(start)):
                ends.pop()
            if ends and end > ends[-1] + 1e-9 * max(1, abs(end)):
                yield 'process %d, thread %d: %g … %g reaches out of the slice around it' % (pid, tid, start, end)
            ends.append(end)


PRODUCT = ('--op', 'gemm:m=1024,n=1024,k=512')
FOREIGN = {'amd-mi300x': ('CU ', 'warp', 'SM ', 'tensor', 'shared', 'sub-core', 'mma'), 'intel-arc-pro-b60': ('Xe-core ', 'warp', 'SM ', 'tensor', 'shared', 'sub-core', 'mma')}


def rules():
    for what in (ARRAY, SM, PRODUCT + ('--machine', 't4'), PRODUCT + ('--machine', 'amd-mi300x', '--machine', 'google-tpu-v4')):
        yield from breaches(load(*what))
    good = {'ph': 'X', 'name': 'a', 'pid': 1, 'tid': 1, 'ts': 0, 'dur': 2}
    names = [{'ph': 'M', 'name': n, 'pid': 1, 'tid': 1, 'args': {'name': 'a'}} for n in ('process_name', 'thread_name')]
    for wrong in ({'ts': -1}, {'dur': None}, {'ph': 'Q'}, {'tid': '1'}, {'tid': 2}, {'ts': 1}, {'ph': 'C'}):
        if not list(breaches({'traceEvents': names + [good, dict(good, **wrong)]})):
            yield 'a breach was not seen: %r' % wrong


def makers_words():
    for machine, (unit, *foreign) in FOREIGN.items():
        trace = load(*PRODUCT, '--machine', machine)
        names = list(threads(trace, 1).values())
        yield from differs(machine, any(n.startswith(unit) for n in names), True)
        for name in names + [e['name'] for e in trace['traceEvents'] if e['ph'] == 'X']:
            if any(name.lower().startswith(w.lower()) or ' ' + w.lower() in name.lower() for w in foreign):
                yield '%s: %s' % (machine, name)


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
tap.check('rules of the format', rules())
tap.check('makers’ words', makers_words())
tap.check('phases cover the run', phases_cover_the_run())
tap.check('tracks are frames', tracks_are_frames())
tap.check('multipliers add up', multipliers_add_up())
tap.check('long runs', long_runs())
tap.check('bad input', refusals())
tap.end()
