# SPDX-License-Identifier: GPL-3.0-or-later
"""`systole-cli handout`: a lesson on paper; its words can be read out of the PDF."""
import os
import re
import subprocess

from cli import Tap, differs, refused, run, scratch

LIBRARY = os.path.join(os.environ['SYSTOLE_SOURCE_DIR'], 'data', 'library')
LESSON = os.path.join(LIBRARY, 'two-dimensions.systole')


def pages(path):
    done = subprocess.run(['pdftotext', '-layout', path, '-'], capture_output=True, text=True, check=True)
    return [re.sub(r'\s+', ' ', page) for page in done.stdout.split('\f') if page.strip()]


def lesson():
    path = scratch('lesson.pdf')
    done = run('handout', LESSON, '-o', path)
    yield from differs('exit (%s)' % done.stderr, done.returncode, 0)
    text = open(LESSON, encoding='utf-8').read()
    parts = re.findall(r'<beat\b.*?</beat>', text, re.S)
    beats, asking = len(parts), sum('<choice' in part for part in parts)
    found = pages(path)
    yield from differs('pages', len(found), (beats + 1) // 2 + 1)
    yield from differs('the title is first', 'What is multiplying in two dimensions?' in found[0], True)
    yield from differs('room for reasons', sum(page.count('Because') for page in found), asking)
    yield from differs('answers are last, and only there', [('Answers' in page, '✓' in page) for page in found], [(False, False)] * (len(found) - 1) + [(True, True)])
    yield from differs('each question has one right answer', found[-1].count('✓'), asking)
    yield from ('a placeholder is left: ' + page for page in found if '{' in page or 'n/a' in page)


def refusals():
    yield from refused(run('handout'), 'FILE: ')
    yield from refused(run('handout', LESSON), '--output: ')
    yield from refused(run('handout', os.path.join(LIBRARY, 'folds.systole'), '-o', scratch('none.pdf')), os.path.join(LIBRARY, 'folds.systole: '), 'beats')
    yield from refused(run('handout', LESSON, '-o', scratch('no/where.pdf')), scratch('no/where.pdf'))


tap = Tap()
tap.check('a lesson', lesson())
tap.check('bad input', refusals())
tap.end()
