#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is installed is valid: starter, description, file type, icons, manifests, window templates."""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import xml.dom.minidom

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'style'))
from tap import Tap, tracked

ROOT, BUILD = sys.argv[1:3]


def run(*argv, **kw):
    done = subprocess.run(argv, capture_output=True, text=True, **kw)
    return [] if done.returncode == 0 else ['%s: %s%s' % (argv[0], done.stdout, done.stderr)]


def mime_problems():
    with tempfile.TemporaryDirectory() as home:
        os.makedirs(home + '/mime/packages')
        shutil.copy(ROOT + '/data/systole-mime.xml', home + '/mime/packages')
        yield from run('update-mime-database', home + '/mime')
        globs = open(home + '/mime/globs2').read() if os.path.exists(home + '/mime/globs2') else ''
        if 'application/x-systole+xml:*.systole' not in globs:
            yield 'the pattern *.systole is not known'


def icon_problems():
    names = tracked(ROOT, 'data/icons/*.svg')
    if len(names) < 3:
        yield 'icons are missing'
    for name in names:
        with tempfile.NamedTemporaryFile(suffix='.png') as png:
            yield from run('rsvg-convert', '-o', png.name, os.path.join(ROOT, name)) if shutil.which('rsvg-convert') else ()
        xml.dom.minidom.parse(os.path.join(ROOT, name))


def manifest_problems():
    for name in tracked(ROOT, 'flatpak/*.json'):
        manifest = json.load(open(os.path.join(ROOT, name)))
        if os.path.basename(name) != manifest['id'] + '.json':
            yield '%s has the id %s' % (name, manifest['id'])
        if any('filesystem' in a or 'network' in a for a in manifest['finish-args']):
            yield '%s asks for files or the network' % name


def main():
    tap = Tap()
    desktop = glob.glob(BUILD + '/data/*.desktop')
    metainfo = glob.glob(BUILD + '/data/*.metainfo.xml')
    tap.check('starter is valid', run('desktop-file-validate', *desktop) if desktop else ['not built'])
    tap.check('description is valid', run('appstreamcli', 'validate', '--no-net', *metainfo) if metainfo else ['not built'])
    tap.check('file type is known', mime_problems())
    tap.check('icons are pictures', icon_problems())
    tap.check('flatpak manifests are sound', manifest_problems())
    tap.check('settings schemas compile', run('glib-compile-schemas', '--strict', '--dry-run', ROOT + '/data'))
    tap.check('templates are XML', [p for n in tracked(ROOT, '*.ui', '*.gresource.xml') for p in run('xmllint', '--noout', os.path.join(ROOT, n))])
    tap.end()


main()
