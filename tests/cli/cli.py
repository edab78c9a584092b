# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the command line share: running the built program, scratch files."""
import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'style'))
from tap import Tap  # noqa: F401, E402: for the tests

CLI = sys.argv[1]
ARRAY = ('--op', 'gemm:m=8,n=8,k=8', '--machine', 'array:rows=8,cols=8')
SCRATCH = tempfile.mkdtemp(prefix='systole-cli-')
atexit.register(shutil.rmtree, SCRATCH)


def scratch(name, content=None):
    """A path in the scratch folder, with that content if some is given."""
    path = os.path.join(SCRATCH, name)
    if content is not None:
        with open(path, 'wb') as file:
            file.write(content if isinstance(content, bytes) else content.encode())
    return path


def run(*arguments, env=None, **more):
    return subprocess.run([CLI, *arguments], capture_output=True, encoding='utf-8', stdin=subprocess.DEVNULL,
                          env=dict(os.environ, **(env or {})), timeout=100, **more)


def run_json(*arguments, **more):
    done = run(*arguments, **more)
    if done.returncode not in (0, 1):
        raise AssertionError('%s: exit %d: %s' % (' '.join(arguments), done.returncode, done.stderr))
    return json.loads(done.stdout)


def differs(what, is_, wanted):
    """A list with one sentence if the two differ."""
    return [] if is_ == wanted else ['%s is %r, wanted %r' % (what, is_, wanted)]


def refused(done, start, *parts, code=2):
    """Problems of an answer that should be a refusal: one line, beginning and holding these, nothing printed."""
    problems = differs('exit code', done.returncode, code)
    if done.stdout:
        problems.append('prints %r' % done.stdout[:80])
    if done.stderr.count('\n') != 1 or not done.stderr.endswith('\n'):
        problems.append('not one line: %r' % done.stderr)
    if not done.stderr.startswith(start):
        problems.append('%r does not begin with %r' % (done.stderr, start))
    return problems + ['%r lacks %r' % (done.stderr, part) for part in parts if part not in done.stderr]
