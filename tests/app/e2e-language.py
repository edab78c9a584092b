# SPDX-License-Identifier: GPL-3.0-or-later
"""Another language while the program runs, chosen by keyboard in the preferences: every word
changes, what was edited stays. e2e-language.py PROGRAM FILE BUILD, started in LANGUAGE."""
import gettext
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from uidrive import App, ROLE, find, read_text, type_text, wait  # noqa: E402

program, path, build = sys.argv[1:4]
ROWS = ['', 'de', 'en', 'es', 'fr', 'pt_BR']  # as the preferences list them
start = os.environ.get('LANGUAGE', 'en')
other = 'es' if start == 'en' else 'en'


def words(language):
    return gettext.translation('systole', os.path.join(build, 'po'), [language], fallback=True).gettext


def press(*keys):
    subprocess.run(['xdotool', 'key', '--delay', '50', *keys], check=True)


def focus_newest():
    """There is no window manager that would do it."""
    found = subprocess.run(['xdotool', 'search', '--onlyvisible', '--pid', str(app.process.pid)], capture_output=True, text=True).stdout.split()
    if found:
        subprocess.run(['xdotool', 'windowfocus', '--sync', found[-1]], check=True)
    return bool(found)


def label(text):
    app.root.clear_cache()
    return find(app.root, [ROLE.LABEL], text)


def k():
    return read_text(app.get([ROLE.TEXT, ROLE.ENTRY], 'K'))


with App([program, path], os.path.basename(program)) as app:
    wait(lambda: label(words(start)('Machine %s') % 'A'), 'the words of ' + start)
    type_text(app.get([ROLE.TEXT, ROLE.ENTRY], 'K'), '16')
    wait(lambda: k() == '16', 'K to be changed')
    wait(focus_newest, 'a window')
    windows = app.root.get_child_count()
    press('ctrl+comma')
    wait(lambda: app.root.get_child_count() > windows, 'the preferences')
    wait(lambda: label(words(start)('Language')), 'the row of languages')
    focus_newest()
    # The first row has the keyboard; Enter opens its list, which stands at its first entry.
    press('Return', *['Down'] * ROWS.index(other), 'Return')
    wait(lambda: label(words(other)('Machine %s') % 'A'), 'the words of ' + other)
    wait(lambda: label(words(other)('Language')), 'the preferences in ' + other)
    assert k() == '16', k()
    app.process.terminate()
    app.process.wait(30)
