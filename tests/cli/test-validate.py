# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli validate`: good files, broken promises and every kind of bad file."""
from cli import Tap, differs, refused, run, scratch

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
GOOD = HEAD + '''<scenario xmlns="urn:systole:scenario" version="1">
  <workload>
    <op id="p" name="gemm" m="8" n="8" k="8" dtype="int8" seed="1"/>
  </workload>
  <lanes>
    <lane op="p" operands="on-chip">
      <array rows="8" columns="8" dataflow="ws" timing="hardware" clock-hz="700e6"/>
    </lane>
  </lanes>
  <expect lane="0" what="cycles" value="30"/>
</scenario>
'''


def check(name, text):
    return run('validate', scratch(name, text))


def good():
    done = check('good.systole', GOOD)
    yield from differs('exit', (done.returncode, done.stderr), (0, ''))
    yield from [] if done.stdout.startswith(scratch('good.systole')) else ['prints %r' % done.stdout]


def promises():
    done = check('promise.systole', GOOD.replace('value="30"', 'value="29"'))
    yield from differs('exit', done.returncode, 1)
    yield from ['%r lacks %r' % (done.stdout, part) for part in (scratch('promise.systole'), 'cycles', '29', '30') if part not in done.stdout]
    both = run('validate', scratch('good.systole', GOOD), scratch('promise.systole'))
    yield from differs('exit of both', both.returncode, 1)
    yield from [] if scratch('good.systole') in both.stdout else ['the good file is not named']


def unknown():
    done = check('unknown.systole', GOOD.replace('<workload>', '<sparkles/><workload>').replace('seed="1"', 'seed="1" mood="blue"'))
    yield from differs('exit', done.returncode, 0)
    yield from ['%r lacks %r' % (done.stdout, part) for part in ('unknown.systole:3', 'sparkles', 'mood') if part not in done.stdout]


BAD = {
    'empty': b'',
    'no XML': b'once upon a time',
    'truncated': GOOD[:len(GOOD) // 2],
    'another root': HEAD + '<html/>',
    'another namespace': GOOD.replace('urn:systole:scenario', 'urn:other'),
    'a document type': GOOD.replace('<scenario', '<!DOCTYPE scenario [<!ENTITY a "b">]>\n<scenario', 1),
    'deep': HEAD + '<scenario xmlns="urn:systole:scenario" version="1">' + '<a>' * 1000000,
    'not a number': GOOD.replace('m="8"', 'm="NaN"'),
    'negative': GOOD.replace('m="8"', 'm="-8"'),
    'zero': GOOD.replace('rows="8"', 'rows="0"'),
    'overflow': GOOD.replace('m="8"', 'm="99999999999999999999999"'),
    'a product too large': GOOD.replace('m="8" n="8"', 'm="1099511627776" n="1099511627776"'),
    'an unknown operation': GOOD.replace('name="gemm"', 'name="sing"'),
    'an unknown word': GOOD.replace('dataflow="ws"', 'dataflow="ww"'),
    'an unknown counter': GOOD.replace('what="cycles"', 'what="charm"'),
    'a lane that is not there': GOOD.replace('<expect lane="0"', '<expect lane="7"'),
    'an operation that is not there': GOOD.replace('lane op="p"', 'lane op="q"'),
    'a machine that is not there': GOOD.replace('<array rows="8" columns="8" dataflow="ws" timing="hardware" clock-hz="700e6"/>', '<machine ref="abacus"/>'),
    'bytes that are no UTF-8': GOOD.replace('"p"', '"\udcff"').encode('utf-8', 'surrogateescape'),
    'a newer version': GOOD.replace('version="1">', 'version="2">'),
    'not a version': GOOD.replace('version="1">', 'version="one">'),
}


def bad(name, text):
    path = scratch('bad.systole', text)
    yield from refused(run('validate', path), path + ':')
    yield from refused(run('simulate', path), path + ':')


def large():
    """A file beyond the limit is refused without being read to its end."""
    path = scratch('large.systole')
    with open(path, 'wb') as file:
        file.truncate(100 << 20)
    yield from refused(run('validate', path), path + ': ', '16')


def several():
    done = run('validate', scratch('good.systole', GOOD), scratch('none.systole'), scratch('bad2.systole', ''))
    yield from differs('exit', done.returncode, 2)
    yield from differs('lines of complaint', done.stderr.count('\n'), 2)
    yield from refused(run('validate'), 'FILE: ')


BLANKS = GOOD.replace('</scenario>', '''  <exercise lane="0" kind="row-entry">
    <blank of="0" answer="8"/>
    <blank of="1" answer="9"/>
  </exercise>
</scenario>''')


def key():
    """A student's file against the teacher's key: right, wrong, not filled in, another exercise, a wrong key."""
    teacher = scratch('key.systole', BLANKS)
    done = run('validate', '--key', teacher, scratch('right.systole', BLANKS))
    yield from differs('exit of what is right', (done.returncode, done.stderr), (0, ''))
    yield from [] if '2 of 2' in done.stdout else ['prints %r' % done.stdout]
    wrong = scratch('wrong.systole', BLANKS.replace('answer="9"', 'answer="11"'))
    done = run('validate', wrong, '--key', teacher)
    yield from differs('exit of what is wrong', done.returncode, 1)
    yield from ['%r lacks %r' % (done.stdout, part) for part in (wrong, '1 of 2', 'Cycle 9', 'Row 1') if part not in done.stdout]
    done = run('validate', scratch('open.systole', BLANKS.replace(' answer="9"', '')), '--key', teacher)
    yield from differs('exit of what is open', done.returncode, 1)
    done = run('validate', scratch('other.systole', BLANKS.replace('m="8"', 'm="9"').replace('value="30"', 'value="31"')), '--key', teacher)
    yield from differs('exit of another exercise', done.returncode, 1)
    yield from refused(run('validate', teacher, '--key', wrong), wrong, 'Cycle 9')
    yield from refused(run('validate', teacher, '--key', scratch('good.systole', GOOD)), scratch('good.systole'), 'exercise')


tap = Tap()
tap.check('a good file', good())
tap.check('promises', promises())
tap.check('unknown parts are warned of', unknown())
for kind, content in BAD.items():
    tap.check('bad: ' + kind, bad(kind, content))
tap.check('bad: 100 MB', large())
tap.check('several files', several())
tap.check('a key', key())
tap.end()
