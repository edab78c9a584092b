#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of the house: app → widgets → engine, one direction; names; forbidden calls."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tap import Tap, tracked

ROOT = sys.argv[1]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
STANDARD = {'errno.h', 'float.h', 'inttypes.h', 'locale.h', 'math.h', 'stdarg.h', 'stdint.h', 'stdio.h', 'stdlib.h', 'string.h', 'unistd.h', 'signal.h', 'libintl.h', 'time.h'}
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"', re.S)


def text(name):
    return open(os.path.join(ROOT, name), encoding='utf-8').read()


def code(name):
    return COMMENT.sub('""', text(name))


def is_painter(name):
    base = os.path.basename(name)
    listing = text('widgets/meson.build')
    block = listing[listing.index('paint_sources'):listing.index(')', listing.index('paint_sources'))]
    stem = re.sub(r'\.[ch]$|\.def$', '', base)
    return re.search(r"'%s\.c'" % re.escape(stem), block) is not None


def engine_problems(name):
    xml = '/scenario/' in name or '/machine/' in name or os.path.basename(name).startswith('xml')
    for inc in INCLUDE.findall(text(name)):
        if inc.startswith('engine/') or inc == 'glib.h' or inc in STANDARD - {'stdio.h', 'time.h', 'unistd.h', 'signal.h', 'libintl.h', 'locale.h'}:
            continue
        if inc.startswith('libxml/') and xml:
            continue
        yield '%s includes %s' % (name, inc)
    for word in re.findall(r'\b(GObject|GMainLoop|g_print|g_printerr|printf|exit|abort|rand|srand|random|g_random_\w+|g_get_monotonic_time|g_get_real_time|time|clock)\s*\(', code(name)):
        yield '%s calls %s' % (name, word)
    for line in code(name).splitlines():
        if re.match(r'static\s+(?!const\b|inline\b)[\w\s\*]+\w+(\s*\[[^\]]*\])*\s*(=|;)', line) and 'const' not in line:
            yield '%s has a global that can change: %s' % (name, line.strip())


def painter_problems(name):
    for inc in INCLUDE.findall(text(name)):
        if inc in ('cairo.h', 'glib.h') or inc.startswith(('pango/', 'engine/', 'widgets/')) or inc in STANDARD:
            continue
        yield '%s includes %s' % (name, inc)


def view_problems(name):
    for inc in INCLUDE.findall(text(name)):
        if inc == 'adwaita.h' or inc.startswith('app/') or inc == 'config.h':
            yield '%s includes %s' % (name, inc)
        if re.search(r'engine/.*(-machine|-private|family|-schedule)\.h$', inc) and inc != 'engine/machine/machine.h':
            yield '%s includes %s, which is not a result' % (name, inc)


def main():
    tap = Tap()
    sources = tracked(ROOT, 'engine/*.[ch]', 'engine/*.def', 'widgets/*.[ch]', 'app/*.[ch]')
    engine = [n for n in sources if n.startswith('engine/')]
    widgets = [n for n in sources if n.startswith('widgets/')]
    painters = [n for n in widgets if is_painter(n)]
    app = [n for n in sources if n.startswith('app/')]
    tap.check('there are sources to check', [] if len(engine) > 20 and len(painters) > 3 and app else ['too few files found'])
    tap.check('engine: GLib, libxml2 and itself; no clock, no printing, no globals that change',
              [p for n in engine for p in engine_problems(n)])
    tap.check('painters: cairo, pango, engine results; no GTK', [p for n in painters for p in painter_problems(n)])
    tap.check('widgets: no libadwaita, nothing of app, only results of the engine', [p for n in widgets for p in view_problems(n)])
    tap.check('libadwaita in app/ only', ['%s includes adwaita.h' % n for n in tracked(ROOT, '*.[ch]')
                                          if not n.startswith(('app/', 'tests/')) and 'adwaita.h' in INCLUDE.findall(text(n))])
    tap.check('command line: no GTK', ['%s includes %s' % (n, i) for n in app if n.startswith('app/cli/')
                                       for i in INCLUDE.findall(text(n)) if i.startswith(('gtk/', 'gdk/', 'adwaita'))])
    tap.check('app: results of the engine; register machines only in the command that steps them',
              ['%s includes %s' % (n, i) for n in app for i in INCLUDE.findall(text(n))
               if re.search(r'engine/.*(-private|family|-schedule|-plan|-kernel|-state|-machine)\.h$', i) and n != 'app/cli/command-frame.c'])
    tap.check('titles of the engine are translated by the engine, once',
              ['%s: %s' % (n, m) for n in widgets + app for m in re.findall(r'\b_ \((systole_\w+_get_(?:title|short|sentence|explanation|help))', text(n))])
    bases = {}
    for name in sources:
        bases.setdefault(os.path.basename(name), []).append(name)
    tap.check('base names are unique', ['%s' % ' '.join(v) for v in bases.values() if len(v) > 1])
    tap.check('every source names its licence', ['%s has no SPDX line' % n for n in tracked(ROOT, '*.c', '*.h', '*.py') if 'SPDX-License-Identifier' not in text(n)[:400]])
    tap.check('headers have #pragma once', ['%s' % n for n in tracked(ROOT, '*.h') if '#pragma once' not in text(n)])
    long_files = [(n, text(n).count('\n')) for n in tracked(ROOT, '*.c')]
    tap.check('no source past 1000 lines', ['%s has %d' % pair for pair in long_files if pair[1] > 1000])
    tap.check('files read and write numbers in the C locale',
              ['%s calls %s' % (n, w) for n in engine for w in re.findall(r'\b(strtod|atof|atoi|sscanf|scanf|strtol|strtoul)\s*\(', code(n))])
    tap.check('no deprecation is muted', ['%s' % n for n in tracked(ROOT, '*.c', '*.h', '*meson.build') if re.search(r'G_GNUC_BEGIN_IGNORE_DEPRECATIONS|Wno-deprecated', text(n))])
    tap.check('no path of one machine', ['%s' % n for n in tracked(ROOT, '*.c', '*.h', '*.py', '*.md', '*.build', '*.sh', 'run', 'test')
                                         if re.search(r'/(work|home|root)/[A-Za-z]', text(n)) and 'check-layers' not in n])
    tap.end()


main()
