#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli frame` on bare arrays against a third, tiny model written from the words of the
conventions alone (hardware and overlapped timing, every dataflow), cell by cell.

usage: check-frame.py CLI
"""
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'style'))
from tap import Tap

CLI = sys.argv[1]

# Frames of a run that are looked at: each is a process, and those of a build with sanitizers are slow.
N_CYCLES = 8 if 'SYSTOLE_SLOW_CHECKER' in os.environ else 60


def frame(shape, cycle, *more):
    rows, cols, flow, timing, m, n, k = shape
    done = subprocess.run([CLI, 'frame', '--op', 'gemm:m=%d,n=%d,k=%d' % (m, n, k), '--machine', 'array:rows=%d,cols=%d,dataflow=%s,timing=%s' % (rows, cols, flow, timing),
                           '--lane', '0', '--cycle', str(cycle), *more], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit('# %s %s' % (shape, done.stderr))
    return json.loads(done.stdout)


def length(shape):
    rows, cols, flow, timing, m, n, k = shape
    sr, sc, t = {'os': (m, n, k), 'ws': (k, n, m), 'is': (k, m, n)}[flow]
    folds = -(-sr // rows) * -(-sc // cols)
    if timing == 'hardware':
        return folds * (2 * rows + cols + t - 2)
    period = max(rows, t)
    return (folds - 1) * period + t + 2 * rows + cols - 2


def expected(shape, cycle, r, c):
    """(state, reason, (m, n, k), fold) of one PE, or reason None where the words leave it open."""
    rows, cols, flow, timing, m, n, k = shape
    sr, sc, t = {'os': (m, n, k), 'ws': (k, n, m), 'is': (k, m, n)}[flow]
    across = -(-sc // cols)
    folds = -(-sr // rows) * across
    load = 0 if flow == 'os' else rows
    if timing == 'hardware':
        fold, rel = divmod(cycle, 2 * rows + cols + t - 2)
        step = rel - load - r - c
        loading = rel < load
        gap = False
        shifting = flow == 'os' and rel >= rows + cols + t - 2
    else:
        period = max(rows, t)
        x = cycle - load - r - c
        fold = min(max(x, 0) // period, folds - 1)
        step = x - fold * period
        loading = cycle < load
        gap = step >= t and fold < folds - 1
        shifting = False
    i, j = (fold // across) * rows + r, (fold % across) * cols + c
    if i >= sr or j >= sc:
        return ('idle', None if gap else 'padding', None, None)
    if loading:
        return ('idle', 'weights', None, None)
    if step < 0:
        return ('idle', 'fill', None, None)
    if step < t and not shifting:
        where = {'os': (i, j, step), 'ws': (step, j, i), 'is': (j, step, i)}[flow]
        return ('busy', None, where, fold)
    if gap:
        return ('idle', 'drain' if flow == 'os' else 'weights', None, None)
    return ('idle', 'drain', None, None)


def cell_problems(shape, cycle, a, b, cells):
    for cell in cells:
        state, reason, where, fold = expected(shape, cycle, cell['row'], cell['column'])
        at = '%s cycle %d PE(%d,%d): ' % (shape, cycle, cell['row'], cell['column'])
        if cell['state'] != state:
            yield at + 'is %s, not %s' % (cell['state'], state)
        elif state == 'idle':
            if reason and cell['reason'] != reason:
                yield at + 'reason %s, not %s' % (cell['reason'], reason)
            if cell['product'] is not None:
                yield at + 'idle with a product'
        else:
            m, n, k = where
            before = sum(a[m][x] * b[x][n] for x in range(k))
            want = dict(m=m, n=n, k=k, fold=fold, a=a[m][k], b=b[k][n], product=a[m][k] * b[k][n], partial_in=before, partial_out=before + a[m][k] * b[k][n])
            for key, value in want.items():
                if cell[key] != value:
                    yield at + '%s is %s, not %s' % (key, cell[key], value)


def phase_problem(shape, cycle, got, cells):
    flow, timing, rows = shape[2], shape[3], shape[0]
    reasons = [c['reason'] for c in cells]
    wait, done = reasons.count('fill'), reasons.count('drain')
    rel = cycle % (2 * rows + shape[1] + {'os': shape[6], 'ws': shape[4], 'is': shape[5]}[flow] - 2) if timing == 'hardware' else cycle
    if flow != 'os' and rel < rows:
        want = 'load'
    elif wait > done:
        want = 'fill'
    elif wait == 0 and done == 0:
        want = 'steady'
    else:
        want = 'drain'
    if timing == 'hardware' and got != want:
        yield '%s cycle %d: phase %s, not %s (%d wait, %d done)' % (shape, cycle, got, want, wait, done)


def main():
    tap = Tap()
    rng = random.Random(20)
    for flow in ('ws', 'os', 'is'):
        for timing in ('hardware', 'overlapped'):
            problems = []
            for _ in range(4):
                shape = (rng.randint(1, 6), rng.randint(1, 6), flow, timing, rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 9))
                n_cycles = length(shape)
                macs = 0
                start = frame(shape, 0, '--operands')
                a, b, c = (start['operands'][x] for x in 'ABC')
                if any(c[i][j] != sum(a[i][x] * b[x][j] for x in range(shape[6])) for i in range(shape[4]) for j in range(shape[5])):
                    problems.append('%s: C is not A × B' % (shape,))
                cycles = range(n_cycles) if n_cycles <= N_CYCLES else sorted(rng.sample(range(n_cycles), N_CYCLES))
                for cycle in cycles:
                    got = frame(shape, cycle)
                    if len(got['cells']) != shape[0] * shape[1]:
                        problems.append('%s: %d cells' % (shape, len(got['cells'])))
                    problems += cell_problems(shape, cycle, a, b, got['cells'])
                    problems += phase_problem(shape, cycle, got['phase'], got['cells'])
                    macs += sum(x['state'] == 'busy' for x in got['cells'])
                if len(cycles) == n_cycles and macs != shape[4] * shape[5] * shape[6]:
                    problems.append('%s: %d MACs' % (shape, macs))
                past = subprocess.run([CLI, 'frame', '--op', 'gemm:m=%d,n=%d,k=%d' % shape[4:], '--machine', 'array:rows=%d,cols=%d,dataflow=%s,timing=%s' % shape[:4], '--cycle', str(n_cycles)],
                                      capture_output=True, text=True)
                if past.returncode != 2 or past.stderr.count('\n') != 1:
                    problems.append('%s: the cycle after the last one exits %d: %s' % (shape, past.returncode, past.stderr))
            tap.check('%s, %s: every cell of every cycle' % (flow, timing), problems)
    tap.end()


main()
