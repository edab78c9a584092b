# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli render`: every view of every kind of machine, in each format and scheme."""
import glob
import os
import re
import struct
import subprocess
import xml.dom.minidom
import zlib

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
    yield from ('lacks ' + view for view in ('whole', 'lane', 'chip', 'sm', 'array', 'core', 'sub-core', 'pe', 'fragment', 'timeline', 'time', 'difference', 'neighbours', 'map') if view not in listed)
    for view in listed:
        drawn = [what[3] for what in (ARRAY, SM, PAIR, ('--op', 'gemm:m=512,n=512,k=512', '--machine', 't4'), ('--op', 'gemm:m=512,n=512,k=512', '--machine', 'tpu_v5e'))
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


def maps():
    asked = (*PAIR, '--view', 'map', '--size', '400x300')
    problems, path = draw('m.svg', *asked)
    yield from problems
    words = '' if problems else xml.dom.minidom.parse(path).documentElement.getElementsByTagName('desc')[0].firstChild.data
    yield from [] if 'N = K' in words else ['the map does not name what it goes upwards: ' + words[:200]]
    problems, path = draw('n.svg', *asked, '--across', 'k', '--upwards', 'm')
    yield from problems
    yield from [] if problems or 'N = K' not in open(path).read() else ['--upwards is not heard']
    out = scratch('m.png')
    yield from refused(run('render', *ARRAY, '--view', 'map', '-o', out), '--view: ')
    yield from refused(run('render', *ARRAY, '--view', 'difference', '-o', out), '--view: ')
    yield from refused(run('render', *SM, '--view', 'neighbours', '-o', out), '--view: ')
    yield from refused(run('render', *asked, '--across', 'x', '-o', out), '--across: ', 'n=k')
    yield from refused(run('render', *asked, '--across', 'n', '-o', out), '--upwards: ')


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


def chunks(path):
    """Type and data of each chunk of a PNG; a wrong check sum is told as the type “sum”."""
    data = open(path, 'rb').read()
    at = 8
    while at < len(data):
        length, = struct.unpack('>I', data[at:at + 4])
        whole = data[at + 4:at + 8 + length]
        good = zlib.crc32(whole) == struct.unpack('>I', data[at + 8 + length:at + 12 + length])[0]
        yield whole[:4].decode() if good else 'sum', whole[4:]
        at += 12 + length


def rows(data, width, height):
    """Bytes of the pixels of one frame: a stream that is complete and of the right length."""
    return len(zlib.decompress(data)) == height * (1 + 3 * width)


def apng():
    problems, path = draw('f.apng', *ARRAY, '--view', 'array', '--size', '300x200', '--from', '3', '--to', '9', '--rate', '5')
    yield from problems
    if problems:
        return
    found = list(chunks(path))
    yield from differs('order', [t for t, _ in found][:4], ['IHDR', 'acTL', 'fcTL', 'IDAT'])
    yield from differs('end', found[-1][0], 'IEND')
    yield from differs('frames', struct.unpack('>II', dict(found)['acTL']), (7, 0))
    numbers, frames = [], []
    for kind, data in found:
        if kind == 'fcTL':
            frames.append((struct.unpack('>5I2H2B', data), b''))
        if kind in ('fcTL', 'fdAT'):
            numbers.append(struct.unpack('>I', data[:4])[0])
        if kind in ('IDAT', 'fdAT'):
            frames[-1] = (frames[-1][0], frames[-1][1] + data[0 if kind == 'IDAT' else 4:])
    yield from differs('sequence', numbers, list(range(len(numbers))))
    yield from differs('number of frames', len(frames), 7)
    for (_, width, height, x, y, delay, by, dispose, blend), data in frames:
        yield from differs('delay', delay / by, 0.2)
        yield from differs('inside', (x + width <= 300, y + height <= 200, rows(data, width, height)), (True, True, True))
    yield from differs('first frame', frames[0][0][1:5], (300, 200, 0, 0))
    yield from differs('later frames are smaller', all(f[0][1] * f[0][2] < 300 * 200 for f in frames[1:]), True)


def gif():
    problems, path = draw('f.gif', *ARRAY, '--view', 'array', '--size', '300x200', '--frames', '5')
    yield from problems
    if problems:
        return
    data = open(path, 'rb').read()
    yield from differs('head', (data[:6], struct.unpack('<HH', data[6:10]), data[-1:]), (b'GIF89a', (300, 200), b';'))
    yield from differs('frames', data.count(b'\x21\xf9\x04'), 5)
    yield from differs('for ever', b'NETSCAPE2.0\x03\x01\x00\x00\x00' in data, True)


def keyframes():
    problems, path = draw('k.png', *PAIR, '--view', 'array', '--size', '300x200', '--keyframes')
    yield from problems
    if problems:
        return
    found = sorted(glob.glob(path[:-4] + '-*.png'))
    yield from differs('several', 3 <= len(found) <= 16, True)
    yield from differs('all are pictures', {png_size(name) for name in found}, {(300, 200)})
    yield from differs('no two are alike', len({open(name, 'rb').read() for name in found}), len(found))
    yield from differs('nothing of the bare name', os.path.exists(path), False)
    problems, pages = draw('k.pdf', *PAIR, '--view', 'array', '--keyframes')
    yield from problems
    if not problems:
        yield from differs('a page each', subprocess.run(['pdfinfo', pages], capture_output=True, text=True).stdout.count('Pages:') and int(re.search(r'Pages:\s+(\d+)', subprocess.run(['pdfinfo', pages], capture_output=True, text=True).stdout)[1]), len(found))
    yield from refused(run('render', *ARRAY, '--keyframes', '-o', scratch('k.apng')), '--keyframes: ', '.pdf')


def films_refused():
    out = scratch('f.apng')
    yield from refused(run('render', *ARRAY, '--from', '9', '--to', '3', '-o', out), '--to: ', '9', '29')
    yield from refused(run('render', *ARRAY, '--from', '30', '-o', out), '--from: ', '29')
    yield from refused(run('render', *ARRAY, '--frames', '0', '-o', out), '--frames: ', '30')
    yield from refused(run('render', *ARRAY, '--frames', '31', '-o', out), '--frames: ', '30')
    yield from refused(run('render', *ARRAY, '--rate', '51', '-o', out), '--rate: ', '50')
    yield from refused(run('render', *ARRAY, '--from', '3', '-o', scratch('f.png')), '--output: ', '.apng')


tap = Tap()
tap.check('names of the views', names())
tap.check('formats and schemes', formats())
tap.check('the picture is that of its cycle', cycles_differ())
tap.check('maps', maps())
tap.check('bad input', refusals())
tap.check('a film in APNG', apng())
tap.check('a film in GIF', gif())
tap.check('telling instants', keyframes())
tap.check('films that cannot be', films_refused())
tap.check('a thumbnail', thumbnail())
tap.end()
