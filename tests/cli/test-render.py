# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli render`: every view of every kind of machine, in each format and scheme."""
import re
import struct
import xml.dom.minidom

from cli import ARRAY, Tap, differs, refused, run, scratch

SM = ('--op', 'gemm:m=8,n=8,k=8', '--machine', 'sm')
PAIR = (*ARRAY, '--machine', 'sm')


def draw(name, *arguments):
    path = scratch(name)
    done = run('render', *arguments, '-o', path)
    return differs('%s: exit (%s)' % (' '.join(arguments), done.stderr), done.returncode, 0), path


def png_size(path):
    with open(path, 'rb') as file:
        head = file.read(24)
    return struct.unpack('>II', head[16:24]) if head.startswith(b'\x89PNG') else None


def names():
    done = run('render', '--list-views')
    listed = done.stdout.split()
    yield from differs('exit', done.returncode, 0)
    yield from ('lacks ' + view for view in ('whole', 'lane', 'chip', 'sm', 'array', 'core', 'sub-core', 'pe', 'fragment', 'timeline', 'time') if view not in listed)
    for view in listed:
        drawn = [what[3] for what in (ARRAY, SM, ('--op', 'gemm:m=512,n=512,k=512', '--machine', 't4'), ('--op', 'gemm:m=512,n=512,k=512', '--machine', 'tpu_v5e'))
                 if run('render', *what, '--view', view, '-o', scratch('v.png')).returncode == 0]
        yield from [] if drawn else [view + ' is drawn for no machine']


def formats():
    for scheme in ('light', 'dark', 'high-contrast', 'print'):
        problems, path = draw('a.png', *PAIR, '--view', 'whole', '--cycle', '18', '--size', '1000x700', '--scheme', scheme)
        yield from problems or differs(scheme, png_size(path), (1000, 700))
    problems, path = draw('a.svg', *PAIR, '--view', 'whole', '--cycle', '18')
    yield from problems
    if not problems:
        root = xml.dom.minidom.parse(path).documentElement
        yield from differs('width', re.sub('[a-z]', '', root.getAttribute('width')), '1280')
        yield from differs('words', [n.tagName for n in root.childNodes if n.nodeType == n.ELEMENT_NODE][:2], ['title', 'desc'])
        yield from [] if '18' in root.getElementsByTagName('desc')[0].firstChild.data else ['the description does not name the cycle']
    problems, path = draw('a.pdf', *PAIR, '--view', 'whole', '--cycle', '18')
    yield from problems
    if not problems:
        yield from differs('PDF', open(path, 'rb').read(5), b'%PDF-')


def cycles_differ():
    pictures = set()
    for cycle in ('0', '12', '29'):
        problems, path = draw('c.png', *ARRAY, '--view', 'array', '--cycle', cycle, '--size', '600x600')
        yield from problems
        pictures.add(open(path, 'rb').read())
    yield from differs('pictures', len(pictures), 3)
    problems, path = draw('d.png', *ARRAY, '--view', 'array', '--cycle', '29', '--size', '600x600')
    yield from problems or differs('the same again', open(path, 'rb').read() in pictures, True)


def refusals():
    out = scratch('r.png')
    yield from refused(run('render', *ARRAY), '--output: ')
    yield from refused(run('render', *ARRAY, '-o', scratch('r.bmp')), '--output: ', '.png, .svg, .pdf')
    yield from refused(run('render', *ARRAY, '-o', scratch('r.gif')), '--output: ', '.png, .svg, .pdf')
    yield from refused(run('render', *ARRAY, '--view', 'dance', '-o', out), '--view: ', 'timeline')
    yield from refused(run('render', *ARRAY, '--view', 'sm', '-o', out), '--view: ', 'array')
    yield from refused(run('render', *ARRAY, '--size', '0x10', '-o', out), '--size: ', '8192')
    yield from refused(run('render', *ARRAY, '--size', '99999x99999', '-o', out), '--size: ', '8192')
    yield from refused(run('render', *ARRAY, '--scheme', 'pink', '-o', out), '--scheme: ', 'print')
    yield from refused(run('render', *ARRAY, '--cycle', '30', '-o', out), '--cycle: ', '29')
    yield from refused(run('render', *ARRAY, '--lane', '1', '-o', out), '--lane: ')
    yield from refused(run('render', *ARRAY, '--view', 'pe', '--at', '8,0', '-o', out), '--at: ')
    yield from refused(run('render', *ARRAY, '-o', scratch('no/where.png')), scratch('no/where.png'))


def thumbnail():
    """A small PNG under any name, as file managers ask for it."""
    target = scratch('.thumbnail.X1')
    done = run('render', *ARRAY, '--cycle', '18', '--thumbnail', '128', '-o', target)
    yield from differs('exit', (done.returncode, done.stderr), (0, ''))
    head = open(target, 'rb').read(24)
    yield from differs('file', head[:8], b'\x89PNG\r\n\x1a\n')
    yield from differs('size', (int.from_bytes(head[16:20], 'big'), int.from_bytes(head[20:24], 'big')), (128, 96))
    yield from refused(run('render', *ARRAY, '--thumbnail', '3', '-o', target), '--thumbnail: ', '16')


tap = Tap()
tap.check('names of the views', names())
tap.check('formats and schemes', formats())
tap.check('the picture is that of its cycle', cycles_differ())
tap.check('bad input', refusals())
tap.check('a thumbnail', thumbnail())
tap.end()
