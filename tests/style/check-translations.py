#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Translations: POTFILES lists every file with words in it; Spanish is complete, every other
language is for interface and captions, but for a few strings that are newer.

usage: check-translations.py ROOT [--write]    --write: write po/POTFILES instead
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tap import Tap, tracked

ROOT = sys.argv[1]
COMPLETE = ['es']   # with library, lessons and manual; the others fall back to English there
MAY_LACK = 0.10     # of the interface's strings: what was written since a translator last came by
CALL = re.compile(r'(?<![A-Za-z_])(N?C?_|P_) ?\((?!string|context|one)')


def has_words(name):
    text = open(os.path.join(ROOT, name), encoding='utf-8').read()
    if name.endswith('.ui'):
        return 'translatable="yes"' in text
    if name.endswith('.systole') and '<lesson>' in text:
        return False  # lessons are in every language themselves
    if name.endswith(('.systole', '.desktop.in.in', '.metainfo.xml.in.in', 'mime.xml', 'mime.xml.in')):
        return True
    if name.endswith('.gschema.xml'):
        return False
    return CALL.search(text) is not None


def keywords():
    return ['--keyword=_', '--keyword=N_', '--keyword=C_:1c,2', '--keyword=NC_:1c,2', '--keyword=P_:1,2', '--keyword=NP_:1,2', '--from-code=UTF-8', '--add-comments=Translators', '--package-name=systole']


def strings(path, *options):
    """The strings of a catalogue that msgattrib's options leave."""
    text = subprocess.run(['msgattrib', *options, '--no-obsolete', '--no-wrap', path], capture_output=True, text=True).stdout
    return re.findall(r'^msgid "(.+)"$', text, re.M)


def missing(path, language, interface):
    """What a language has to have and has not."""
    left = strings(path, '--untranslated')
    if language in COMPLETE:
        return ['untranslated: ' + m for m in left]
    left = [m for m in left if m in interface]
    if len(left) <= MAY_LACK * len(interface):
        return []
    return ['%u of %u are untranslated, at most %.0f %% may be' % (len(left), len(interface), 100 * MAY_LACK)] + left


def main():
    tap = Tap()
    listed = [l.strip() for l in open(os.path.join(ROOT, 'po/POTFILES'), encoding='utf-8') if l.strip() and not l.startswith('#')]
    wanted = [n for n in tracked(ROOT, 'engine/*', 'widgets/*', 'app/*', 'data/*')
              if n != 'engine/base/i18n.h' and n.endswith(('.c', '.h', '.def', '.ui', '.systole', '.desktop.in.in', '.metainfo.xml.in.in', '-mime.xml')) and has_words(n)]
    if sys.argv[2:] == ['--write']:
        with open(os.path.join(ROOT, 'po/POTFILES'), 'w', encoding='utf-8') as out:
            out.writelines(n + '\n' for n in wanted)
        return
    tap.check('POTFILES lists every file with words', ['missing: ' + n for n in wanted if n not in listed])
    tap.check('POTFILES lists only files that exist', ['gone: ' + n for n in listed if not os.path.exists(os.path.join(ROOT, n))])
    tap.check('POTFILES is sorted', [] if listed == sorted(listed) else ['it is not'])
    cut = [n for n in wanted if re.search(r'(?<![A-Za-z])(?:N?C?_|P_) ?\([^;]*?"\s*G_GU?INT(?:64|32)_FORMAT', open(os.path.join(ROOT, n), encoding='utf-8').read())]
    tap.check('64-bit numbers in messages are PRIu64, which xgettext knows', cut)
    languages = open(os.path.join(ROOT, 'po/LINGUAS'), encoding='utf-8').read().split()
    tap.check('there are languages', [] if 'es' in languages else ['Spanish is missing'])
    with tempfile.TemporaryDirectory() as work:
        pot = os.path.join(work, 'systole.pot')
        env = dict(os.environ, GETTEXTDATADIRS=os.path.join(ROOT, 'data'), LC_ALL='C.UTF-8')
        done = subprocess.run(['xgettext', '-o', pot, *keywords(), *listed], cwd=ROOT, env=env, capture_output=True, text=True)
        tap.check('strings can be extracted', [] if done.returncode == 0 else [done.stderr])
        if done.returncode:
            tap.end()
        inner = os.path.join(work, 'interface.pot')
        subprocess.run(['xgettext', '-o', inner, *keywords(), *[n for n in listed if not n.startswith('data/library/')]], cwd=ROOT, env=env, capture_output=True, check=True)
        interface = set(strings(inner))
        for language in languages:
            po = os.path.join(ROOT, 'po', language + '.po')
            checked = subprocess.run(['msgfmt', '--check', '-o', os.devnull, po], capture_output=True, text=True)
            tap.check('%s: formats agree' % language, [] if checked.returncode == 0 else [checked.stderr])
            merged = os.path.join(work, language + '.po')
            subprocess.run(['msgmerge', '--quiet', '--no-fuzzy-matching', '-o', merged, po, pot], check=True)
            tap.check('%s: what has to be translated is' % language, missing(merged, language, interface))
            tap.check('%s: nothing is fuzzy' % language, strings(merged, '--only-fuzzy'))
    tap.end()


main()
