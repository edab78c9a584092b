# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli compare`: the causes add up to the difference, either way round."""
import json
import os

from cli import HERE, Tap, differs, refused, run, run_json, scratch

LIBRARY = os.path.join(HERE, '..', '..', 'data', 'library')
PAIRS = [('gemm:m=512,n=512,k=512,dtype=fp16', 't4', 'h100_sxm5_80gb'), ('gemm:m=8,n=4096,k=4096', 'google-tpu-v5e', 'a100_sxm4_80gb'),
         ('gemm:m=64,n=64,k=64,dtype=int8', 'array:rows=8,cols=8', 'array:rows=16,cols=16'), ('gemm:m=64,n=64,k=64,dtype=int8', 'sm', 'sm')]


def causes():
    for op, a, b in PAIRS:
        answer, back = (run_json('compare', '--op', op, *pair, '--format', 'json') for pair in ((a, b), (b, a)))
        total = answer['b']['seconds'] - answer['a']['seconds']
        yield from differs(op + ': difference', answer['seconds'], total)
        yield from differs(op + ': factor', answer['factor'], answer['b']['seconds'] / answer['a']['seconds'])
        rest = sum(c['seconds'] for c in answer['causes']) - total
        yield from [] if abs(rest) <= 1e-12 * answer['a']['seconds'] else ['%s: %g s are left over' % (op, rest)]
        sizes = [abs(c['seconds']) for c in answer['causes']]
        yield from differs(op + ': order', sizes, sorted(sizes, reverse=True))
        mirrored = {c['cause']: -c['seconds'] for c in back['causes']}
        yield from ('%s: %s is not the same backwards' % (op, c['cause']) for c in answer['causes'] if abs(mirrored[c['cause']] - c['seconds']) > 1e-12 * answer['a']['seconds'])
        for cause in answer['causes']:
            if cause['seconds_a'] or cause['seconds_b']:
                yield from differs(op + ': ' + cause['cause'], cause['seconds'], cause['seconds_b'] - cause['seconds_a'])


def meaning():
    """Only the clock differs, only the amount of work differs: that is the whole difference at peak."""
    answer = run_json('compare', '--op', 'gemm:m=64,n=64,k=64', 'array:rows=8,cols=8,clock-hz=1e9', 'array:rows=8,cols=8,clock-hz=2e9', '--format', 'json')
    yield from differs('factor', answer['factor'], 0.5)
    yield from differs('own causes', [c['cause'] for c in answer['causes'] if not c['seconds_a'] and not c['seconds_b'] and abs(c['seconds']) > 1e-15], ['clock'])


def files():
    waves = os.path.join(LIBRARY, 'waves.systole')
    alone = run_json('compare', waves, '--format', 'json')
    lanes = run_json('simulate', waves, '--format', 'json')['lanes']
    yield from differs('lanes of a file', [alone['a']['seconds'], alone['b']['seconds']], [lane['seconds'] for lane in lanes[:2]])
    mixed = run_json('compare', waves, 't4', '--op', 'gemm:m=64,n=64,k=64,dtype=fp16', '--format', 'json')
    yield from differs('a file and a machine', (mixed['a']['seconds'], mixed['b']['machine']), (lanes[0]['seconds'], 'nvidia-t4'))
    text = run('compare', waves).stdout
    yield from ('text lacks “%s”' % w for w in ('A  ', 'B  ', 'times as fast as', 'total', 'Known error') if w not in text)
    yield from differs('language', json.loads(run('compare', waves, '--format', 'json', '--language', 'es').stdout), alone)


def refusals():
    yield from refused(run('compare'), 'FILE: ')
    yield from refused(run('compare', 't4', 'h100_sxm5_80gb'), '--op: ')
    yield from refused(run('compare', 't4', 't4', 't4', '--op', 'gemm:m=8,n=8,k=8'), 't4: ')
    yield from refused(run('compare', 't4', '--op', 'gemm:m=8,n=8,k=8,dtype=fp16'), 't4: ')
    yield from refused(run('compare', scratch('no.systole'), 't4'), scratch('no.systole') + ': ')
    yield from refused(run('compare', 't4', 'a', '--op', 'gemm:m=8,n=8,k=8', '--format', 'csv'), '--format: ', 'json')


tap = Tap()
tap.check('causes add up', causes())
tap.check('causes mean what they say', meaning())
tap.check('files and machines', files())
tap.check('bad input', refusals())
tap.end()
