#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A language that nobody speaks: every string accented, bracketed and 40 % longer.

usage: make-pseudo.py SOURCE_ROOT OUT.mo...

What shows in plain English under it is not translatable; what does not fit will not fit in German.
Placeholders, markup, idle letters and the plural are kept.
"""
import os
import re
import subprocess
import sys
import tempfile

ACCENTS = str.maketrans('AaCcEeIiNnOoSsUuYyZz', 'ÅåÇçÉéÎîÑñÖöŠšÜüÝýŽž')
KEEP = re.compile(r'(%(?:\d+\$)?[-+ 0\'#]*(?:\d+|\*)?(?:\.\d+|\.\*)?(?:hh|h|ll|l|z|j|t|L)?[diouxXeEfFgGcsp%]|%<[^>]*>|<[^>]+>|&\w+;|\\.|_[A-Za-z])')


def pseudo(text):
    if not text.strip():
        return text
    parts = KEEP.split(text)
    words = ''.join(p if i % 2 else p.translate(ACCENTS) for i, p in enumerate(parts))
    letters = sum(len(p) for i, p in enumerate(parts) if not i % 2)
    tail = '·' * max(1, round(letters * 0.4) - 2)
    lead, trail = ('\\n' if text.startswith('\\n') else ''), ('\\n' if text.endswith('\\n') else '')
    body = words[len(lead):len(words) - len(trail)]
    return '%s[%s%s]%s' % (lead, body, tail, trail)


def main():
    root = sys.argv[1]
    listed = [l.strip() for l in open(os.path.join(root, 'po/POTFILES'), encoding='utf-8') if l.strip() and not l.startswith('#')]
    with tempfile.TemporaryDirectory() as work:
        pot = os.path.join(work, 'systole.pot')
        subprocess.run(['xgettext', '-o', pot, '--no-wrap', '--keyword=_', '--keyword=N_', '--keyword=C_:1c,2', '--keyword=NC_:1c,2', '--keyword=P_:1,2', '--from-code=UTF-8', *listed],
                       cwd=root, check=True, stderr=subprocess.DEVNULL, env=dict(os.environ, GETTEXTDATADIRS=os.path.join(root, 'data'), LC_ALL='C.UTF-8'))
        po = []
        for block in open(pot, encoding='utf-8').read().split('\n\n'):
            ids = re.findall(r'^msgid(?:_plural)? ((?:".*"\n?)+)', block, re.M)
            if not ids or ids[0].strip() == '""':
                po.append(block.replace('charset=CHARSET', 'charset=UTF-8').replace('Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;', 'Plural-Forms: nplurals=2; plural=n != 1;').replace('Language: ', 'Language: qps') if ids else block)
                continue
            texts = [''.join(re.findall(r'"(.*)"', i)) for i in ids]
            if 'msgctxt "idle letter"' in block:
                new = texts
            else:
                new = [pseudo(t) for t in texts]
            head = block[:block.index('msgstr')]
            if len(texts) == 2:
                po.append('%smsgstr[0] "%s"\nmsgstr[1] "%s"' % (head, new[0], new[1]))
            else:
                po.append('%smsgstr "%s"' % (head, new[0]))
        text = re.sub(r'^#, fuzzy\n(?=msgid ""\n)', '', '\n\n'.join(po), flags=re.M) + '\n'
        path = os.path.join(work, 'qps.po')
        open(path, 'w', encoding='utf-8').write(text)
        for out in sys.argv[2:]:
            os.makedirs(os.path.dirname(out) or '.', exist_ok=True)
            subprocess.run(['msgfmt', '-o', out, path], check=True)


main()
