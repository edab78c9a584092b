# SPDX-License-Identifier: GPL-3.0-or-later
"""The program among others: closed pipes, full disks, Ctrl+C, files that are left alone."""
import os
import pty
import select
import signal
import subprocess
import time

from cli import CLI, Tap, differs, refused, run, scratch

LONG = ('frame', '--op', 'gemm:m=1000,n=1000,k=40000', '--machine', 'array:rows=256,cols=256', '--cycle', '1000000', '--registers')
WIDE = ('frame', '--op', 'gemm:m=512,n=512,k=512', '--machine', 'array:rows=512,cols=512', '--cycle', '900')


def closed_pipe():
    """A reader that goes away ends the program without a word, whether or not the signal is ignored."""
    for ignore in (False, True):
        child = subprocess.Popen([CLI, *WIDE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, restore_signals=not ignore)
        child.stdout.read(100)
        child.stdout.close()
        words = child.stderr.read()
        code = child.wait(timeout=60)
        yield from differs('words', words, b'')
        yield from differs('it failed', code != 0, True)


def full_disk():
    with open('/dev/full', 'w') as full:
        done = subprocess.run([CLI, 'devices'], stdout=full, stderr=subprocess.PIPE, encoding='utf-8')
    yield from differs('exit', done.returncode, 2)
    yield from differs('lines', done.stderr.count('\n'), 1)
    yield from refused(run('predict', scratch('in.csv', 'device,op,dtype_in,dims\nt4,gemm,fp16,m=1;n=1;k=1\n'), '-o', '/dev/full'), '/dev/full: ')


def interrupt(arguments, **more):
    child = subprocess.Popen([CLI, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
    started = select.select([child.stdout], [], [], 0.7)[0]
    child.send_signal(signal.SIGINT)
    out, words = child.communicate(timeout=60)
    return child.returncode, out if not started else b'', words


def ctrl_c():
    code, _, words = interrupt(LONG)
    yield from differs('exit', code, 130)
    yield from differs('words', words, b'cancelled\n')


def no_half_files():
    """A cancelled command leaves the file that was there."""
    rows = 'device,op,dtype_in,dims\n' + 'h100_sxm5_80gb,gemm,fp16,m=8192;n=8191;k=8192\n' * 2000000
    source, target = scratch('many.csv', rows), scratch('out.csv', 'as it was')
    code, _, _ = interrupt(('predict', source, '-o', target))
    yield from differs('exit', code, 130)
    yield from differs('file', open(target).read(), 'as it was')
    yield from differs('nothing else', sorted(n for n in os.listdir(os.path.dirname(target)) if n.startswith('out.csv')), ['out.csv'])


def progress():
    """A terminal sees a percentage while it waits; anything else sees nothing."""
    leader, follower = pty.openpty()
    child = subprocess.Popen([CLI, *LONG], stdout=subprocess.DEVNULL, stderr=follower)
    os.close(follower)
    seen, end = b'', time.monotonic() + 30
    while b'%' not in seen and time.monotonic() < end and select.select([leader], [], [], 30)[0]:
        try:
            seen += os.read(leader, 100)
        except OSError:  # the program has gone
            break
    child.send_signal(signal.SIGINT)
    code = child.wait(timeout=60)
    os.close(leader)
    yield from [] if b'%' in seen else ['the terminal saw %r' % seen]
    yield from differs('exit', code, 130)


def output_files():
    source = scratch('in.csv')
    target = scratch('kept.csv', 'old')
    os.chmod(target, 0o600)
    done = run('predict', source, '-o', target)
    yield from differs('exit', done.returncode, 0)
    yield from differs('written', open(target).read().startswith('device,'), True)
    link = scratch('link.csv')
    os.symlink(target, link)
    yield from differs('exit through a link', run('predict', source, '-o', link).returncode, 0)
    yield from differs('the link is kept', os.path.islink(link), True)
    same = scratch('same.csv', open(source).read())
    yield from differs('in place', run('predict', same, '-o', same).returncode, 0)
    yield from differs('in place, written', 'predicted_seconds' in open(same).read(), True)
    piped = subprocess.run([CLI, 'predict', '-', '-o', '-'], input=open(source).read(), capture_output=True, encoding='utf-8')
    yield from differs('from a pipe', piped.stdout, open(target).read())


tap = Tap()
tap.check('a closed pipe', closed_pipe())
tap.check('a full disk', full_disk())
tap.check('Ctrl+C', ctrl_c())
tap.check('no half-written files', no_half_files())
tap.check('progress on a terminal', progress())
tap.check('files that are written', output_files())
tap.end()
