#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `meson install` puts down is whole, and works away from the build folder, in Spanish too.

usage: check-install.py BUILD SESSION            the test; SESSION: tests/ui-session.sh
       check-install.py --window PROGRAM NAME    its part on a display: starts the window and ends it
"""
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'style'))
from tap import Tap

SECONDS = 60
WANTED = ('bin/systole', 'bin/systole-cli', 'man1/systole.1', 'man1/systole-cli.1', 'applications/{id}.desktop', 'metainfo/{id}.metainfo.xml',
          'mime/packages/systole-mime.xml', 'thumbnailers/systole.thumbnailer', 'hicolor/scalable/apps/{id}.svg', 'hicolor/symbolic/apps/{id}-symbolic.svg',
          'hicolor/scalable/mimetypes/application-x-systole+xml.svg', 'schemas/org.systole.Systole.gschema.xml', 'es/LC_MESSAGES/systole.mo')


def show_window(program, name):
    """On a bus of its own: the window answers to its name, and ends when it is told to."""
    from gi.repository import Gio, GLib
    bus, path = Gio.bus_get_sync(Gio.BusType.SESSION), '/' + name.replace('.', '/')
    child, end = subprocess.Popen([program]), time.monotonic() + SECONDS
    while child.poll() is None:
        try:  # the window is there when its actions are
            bus.call_sync(name, path + '/window/1', 'org.gtk.Actions', 'List', None, None, Gio.DBusCallFlags.NO_AUTO_START, SECONDS * 1000)
            break
        except GLib.Error as error:
            if time.monotonic() > end:
                sys.exit('no window: ' + error.message)
            time.sleep(0.05)
    if child.poll() is not None:
        sys.exit('it ended by itself')
    bus.call_sync(name, path, 'org.gtk.Actions', 'Activate', GLib.Variant('(sava{sv})', ('quit', [], {})), None, 0, SECONDS * 1000)
    sys.exit(child.wait(timeout=SECONDS))


class Installed:
    def __init__(self, build, destination):
        done = subprocess.run(['meson', 'install', '-C', build, '--no-rebuild', '--destdir', destination], capture_output=True, text=True)
        self.problems = [] if done.returncode == 0 else [done.stdout + done.stderr]
        planned = json.loads(subprocess.run(['meson', 'introspect', '--installed', build], capture_output=True, text=True).stdout)
        self.files = [destination + name for name in planned.values()]
        self.id = os.path.basename(self.find('.desktop'))[:-len('.desktop')]
        self.folder = destination
        self.environment = dict(os.environ, XDG_DATA_DIRS=self.find('/applications/' + self.id + '.desktop').split('/applications/')[0] + ':/usr/share',
                                APP_LOCALEDIR=self.find('/es/LC_MESSAGES/systole.mo').split('/es/LC_')[0], LC_ALL='en_US.UTF-8')

    def find(self, end):
        return next(iter([f for f in self.files if f.endswith(end)]), '')

    def run(self, *arguments, **more):
        return subprocess.run(arguments, capture_output=True, text=True, cwd=self.folder, env=dict(self.environment, **more), timeout=SECONDS)


def everything(installed):
    yield from installed.problems
    yield from (f + ' is not there' for f in installed.files if not os.path.exists(f))
    for end in WANTED:
        if not installed.find('/' + end.format(id=installed.id)):
            yield end + ' is not installed'


def starter(installed):
    text = open(installed.find('.desktop'), encoding='utf-8').read()
    types = open(installed.find('systole-mime.xml'), encoding='utf-8').read()
    lines = dict(line.split('=', 1) for line in text.splitlines() if '=' in line)
    if not installed.find('/bin/' + lines['Exec'].split()[0]):
        yield 'it starts ' + lines['Exec']
    if not installed.find('/' + lines['Icon'] + '.svg'):
        yield 'there is no icon ' + lines['Icon']
    if 'type="%s"' % lines['MimeType'].strip(';') not in types:
        yield 'nobody declares ' + lines['MimeType']
    if 'Comment[es]' not in lines:
        yield 'it has no Spanish'


def schemas(installed):
    folder = os.path.dirname(installed.find('.gschema.xml'))
    done = installed.run('glib-compile-schemas', '--strict', folder)
    yield from [] if done.returncode == 0 else [done.stderr]


def commands(installed):
    program = installed.find('/bin/systole-cli')
    done = installed.run(program, 'array', '--rows', '8', '--cols', '8', '--dataflow', 'os', '--op', 'gemm:m=8,n=8,k=8', '--format', 'json')
    yield from [] if done.returncode == 0 and json.loads(done.stdout)['total_cycles'] == 30 else [done.stdout + done.stderr]
    english, spanish = (installed.run(program, '--help', LANGUAGE=language).stdout for language in ('en', 'es'))
    yield from [] if english.startswith('Usage') else ['in English: ' + english]
    yield from [] if spanish.startswith('Uso') else ['in Spanish: ' + spanish]
    picture = os.path.join(installed.folder, 'picture.png')
    done = installed.run(program, 'render', '--op', 'gemm:m=8,n=8,k=8', '--machine', 'sm', '--view', 'whole', '-o', picture)
    yield from [] if done.returncode == 0 and os.path.getsize(picture) else [done.stderr]


def window(installed, session, language):
    done = installed.run('sh', session, sys.executable, '-B', os.path.abspath(__file__), '--window', installed.find('/bin/systole'), installed.id, LANGUAGE=language)
    yield from [] if done.returncode == 0 else [done.stdout + done.stderr]
    yield from (line for line in done.stderr.splitlines() if 'CRITICAL' in line or 'WARNING **' in line)


def main():
    build, session = (os.path.abspath(name) for name in sys.argv[1:3])
    tap = Tap()
    with tempfile.TemporaryDirectory() as destination:
        installed = Installed(build, destination)
        tap.check('every file is there', everything(installed))
        tap.check('the starter fits what is installed', starter(installed))
        tap.check('the schemas compile', schemas(installed))
        tap.check('the commands work from there', commands(installed))
        for language in ('en', 'es'):
            tap.check('the window opens and ends from there, in ' + language, window(installed, session, language))
    tap.end()


if sys.argv[1] == '--window':
    show_window(*sys.argv[2:])
else:
    main()
