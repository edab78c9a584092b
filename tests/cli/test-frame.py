# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli frame`: the closed form and the register machine print the same for random shapes and cycles
(every cycle of many more shapes is compared in the engine's own tests). Each frame is a process, so few are looked at:
what only the program can get wrong, options and printing, does not depend on the cycle."""
import random

from cli import ARRAY, Tap, differs, refused, run, run_json


def length(*what):
    return run_json('simulate', *what, '--format', 'json')['lanes'][0]['cycles']


def some(rng, n, most):
    """The first cycle, the last, and random ones between."""
    return sorted({0, n - 1, *rng.sample(range(n), min(n, most - 2))})


def same(what, cycle):
    plain, registers = (run('frame', *what, '--cycle', str(cycle), *more) for more in ((), ('--registers',)))
    if plain.returncode or registers.returncode:
        return ['%s: %s%s' % (what, plain.stderr, registers.stderr)]
    return [] if plain.stdout == registers.stdout else ['%s cycle %d differs' % (' '.join(what), cycle)]


def arrays():
    rng = random.Random(8)
    for flow in ('ws', 'os', 'is'):
        for timing in ('hardware', 'overlapped', 'scale-sim'):
            shape = [rng.randint(1, 4) for _ in range(5)]
            what = ('--op', 'gemm:m=%d,n=%d,k=%d' % tuple(shape[:3]), '--machine', 'array:rows=%d,cols=%d,dataflow=%s,timing=%s' % (*shape[3:], flow, timing))
            n = length(*what)
            for cycle in some(rng, n, 3):
                yield from same(what, cycle)


def multiprocessors():
    rng = random.Random(9)
    for _ in range(3):
        what = ('--op', 'gemm:m=%d,n=%d,k=%d' % (rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 12)),
                '--machine', 'sm:sub-cores=%d,warps=%d,copy-latency=%d' % (rng.choice((1, 2, 4)), rng.choice((8, 16)), rng.randint(0, 9)))
        n = length(*what)
        for cycle in some(rng, n, 3):
            yield from same(what, cycle)


def product():
    """Each MAC of the operation happens exactly once, and the finished sums are the product of the printed operands:
    every cycle of folds that are full, cut at the right, cut below, and both."""
    M, N, K = 2, 3, 3
    what = ('--op', 'gemm:m=%d,n=%d,k=%d' % (M, N, K), '--machine', 'array:rows=2,cols=2,dataflow=ws')
    seen, result = {}, {}
    places = [(m, n) for m in range(M) for n in range(N)]
    for cycle in range(length(*what)):
        frame = run_json('frame', *what, '--cycle', str(cycle), '--operands')
        a, b, c = (frame['operands'][x] for x in 'ABC')
        for cell in frame['cells']:
            if cell['state'] != 'busy':
                continue
            m, n, k = cell['m'], cell['n'], cell['k']
            seen[m, n, k] = seen.get((m, n, k), 0) + 1
            yield from differs('product', cell['product'], a[m][k] * b[k][n])
            yield from differs('sum', cell['partial_out'], cell['partial_in'] + cell['product'])
            if cell['final']:
                result[m, n] = cell['partial_out']
    yield from differs('MACs', seen, {(m, n, k): 1 for m, n in places for k in range(K)})
    yield from differs('C', result, {(m, n): sum(a[m][k] * b[k][n] for k in range(K)) for m, n in places})
    yield from differs('printed C', result, {(m, n): c[m][n] for m, n in places})


def window():
    whole = run_json('frame', *ARRAY, '--cycle', '14')
    part = run_json('frame', *ARRAY, '--cycle', '14', '--view', '2,3,5,7')
    yield from differs('cells', part['cells'], [c for c in whole['cells'] if 2 <= c['row'] < 5 and 3 <= c['column'] < 7])
    for key in ('lane', 'cycle', 'phase', 'fold', 'caption', 'cells'):
        yield from [] if key in whole else ['lacks ' + key]
    for cell in whole['cells']:
        yield from differs('reason only of the idle', cell['reason'] is None, cell['state'] == 'busy')


def far_away():
    """A window deep in a large run needs no time worth speaking of."""
    frame = run_json('frame', '--op', 'gemm:m=16384,n=16384,k=16384', '--machine', 'array:rows=256,cols=256', '--cycle', '30000000', '--view', '100,100,102,103')
    yield from differs('cells', [(c['row'], c['column']) for c in frame['cells']], [(r, c) for r in (100, 101) for c in (100, 101, 102)])


def ends():
    yield from differs('last cycle', run('frame', *ARRAY, '--cycle', '29').returncode, 0)
    yield from refused(run('frame', *ARRAY, '--cycle', '30'), '--cycle: ', '29')
    yield from refused(run('frame', *ARRAY, '--cycle', '-1'), '--cycle: ', '29')
    yield from refused(run('frame', *ARRAY), '--cycle: ', '29')
    yield from refused(run('frame', *ARRAY, '--cycle', '1', '--lane', '1'), '--lane: ')
    yield from refused(run('frame', *ARRAY, '--cycle', '1', '--unit', '1'), '--unit: ')
    yield from refused(run('frame', *ARRAY, '--cycle', '1', '--view', '0,0,9,8'), '--view: ', '8')
    yield from refused(run('frame', *ARRAY, '--cycle', '1', '--view', '3,0,3,8'), '--view: ', '8')
    yield from refused(run('frame', *ARRAY, '--cycle', '1', '--view', '0,0,8'), '--view: ', '8')
    yield from refused(run('frame', '--op', 'gemm:m=8,n=8,k=8', '--machine', 'sm', '--cycle', '1', '--view', '0,0,1,1'), '--view: ')
    yield from refused(run('frame', '--op', 'gemm:m=9999,n=9999,k=9999', '--machine', 'array:rows=8,cols=8', '--cycle', '1', '--operands'), '--operands: ')
    for chip in ('t4', 'tpu_v5e'):
        yield from differs('a chip', run('frame', '--op', 'gemm:m=64,n=64,k=64', '--machine', chip, '--cycle', '9').returncode, 0)
        yield from refused(run('frame', '--op', 'gemm:m=64,n=64,k=64', '--machine', chip, '--cycle', '9', '--registers'), '--registers: ')


def convolution():
    """C of the last cycle's file is the convolution of the printed tensors, and each busy PE multiplies the pixel that its tap names."""
    what = ('--op', 'conv:n=1,c=4,h=4,w=3,k=4,r=2,s=2,stride_h=2,pad_w=1,groups=2', '--machine', 'array:rows=3,cols=2,dataflow=os')
    for cycle in range(0, length(*what), 7):
        frame = run_json('frame', *what, '--cycle', str(cycle), '--operands')
        image, filters, c = frame['operands']['input'][0], frame['operands']['filters'], frame['operands']['C']

        def pixel(y, x, channel):
            return image[y][x][channel] if 0 <= y < 4 and 0 <= x < 3 else 0
        for cell in frame['cells']:
            if cell['state'] == 'busy':
                (_, p, q), (r, s, channel), k = cell['output'], cell['tap'], cell['filter']
                yield from differs('pixel', cell['a'], pixel(2 * p + r, q + s - 1, k // 2 * 2 + channel))
                yield from differs('weight', cell['b'], filters[r][s][channel][k])
    for k in range(4):
        for m in range(2 * 4):
            direct = sum(pixel(2 * (m // 4) + r, m % 4 + s - 1, k // 2 * 2 + ch) * filters[r][s][ch][k] for r in range(2) for s in range(2) for ch in range(2))
            yield from differs('C[%d, %d]' % (m, k), c[k // 2][m][k % 2], direct)


def instructions():
    """What a warp issues, or waits for a unit to issue, has a name, in kernels that are no product too."""
    what = ('--op', 'attention:b=1,sq=128,skv=128,hq=8,hkv=8,d=64', '--machine', 'nvidia-h100-sxm')
    n, seen, wanted = length(*what), set(), {'compute', 'mma'}
    for i in range(84, 100):
        seen |= {warp['instruction'] for warp in run_json('frame', *what, '--cycle', str(n * i // 100))['warps']
                 if warp['state'] == 'busy' or warp['reason'] == 'unit-busy'}
        if seen >= wanted:
            break
    yield from differs('instructions', seen, wanted)


tap = Tap()
tap.check('instructions', instructions())
tap.check('arrays: closed form and registers', arrays())
tap.check('multiprocessors: schedule and event machine', multiprocessors())
tap.check('every MAC once, and the product', product())
tap.check('a window shows the same cells', window())
tap.check('a cycle far into a large run', far_away())
tap.check('what lies outside is refused with the range', ends())
tap.check('convolution', convolution())
tap.end()
