# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes K, ends the program without saving, finds the change again at the next start,
saves nothing, and reads a table: e2e-keeping.py PROGRAM FILE BUILD. LANGUAGE says in
which language; names are looked up as the program looks them up."""
import gettext
import os
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gi.repository import GLib  # noqa: E402
from uidrive import App, BUTTON, ROLE, act, find, read_text, type_text, wait, walk  # noqa: E402

program, original, build = sys.argv[1:4]
name = os.path.basename(program)
words = gettext.translation('systole', os.path.join(build, 'po'), [os.environ.get('LANGUAGE', 'en')], fallback=True)
_ = words.gettext
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'two machines.systole')
table = os.path.join(folder, 'net.csv')
state = os.path.join(os.environ['XDG_STATE_HOME'], 'systole', 'unsaved')
shutil.copyfile(original, path)
bytes_before = open(path, 'rb').read()
with open(table, 'w') as file:
    file.write('Layer,M,N,K,\nfc1,8,16,32,\nbad,8,,1,\nfc2,9,17,33,\n')


def says(app, part):
    app.root.clear_cache()
    return any(node.get_role() == ROLE.LABEL and part in (node.get_name() or '') for node in walk(app.root))


def value(app, title):
    return wait(lambda: read_text(app.get([ROLE.TEXT, ROLE.ENTRY], title)), 'a value of ' + title)


def close_and_discard(app):
    """The program asks; it may be gone before it has answered. A question that is still opening does not hear a click."""
    act(app.window(), 'win.close')
    for _attempt in range(6):
        button = wait(lambda: app.process.poll() is not None or find(app.root, [BUTTON], _('_Discard')) or find(app.root, [BUTTON], _('_Discard').replace('_', '')), 'the question')
        if button is True:
            return
        try:
            act(button, 'click')
        except GLib.Error:
            pass
        try:
            app.process.wait(10)
            return
        except subprocess.TimeoutExpired:
            continue


try:
    with App([program, path], name) as app:
        type_text(app.get([ROLE.TEXT, ROLE.ENTRY], 'K'), '16')
        wait(lambda: find(app.root, [ROLE.LABEL], words.pgettext('document', '● changed')), 'the mark of changes')
        app.process.send_signal(signal.SIGTERM)
    assert app.process.returncode == 0, app.process.returncode
    assert open(path, 'rb').read() == bytes_before, 'the file is as it was'
    assert any(n.endswith('.systole') for n in os.listdir(state)), 'the change is kept'

    with App([program], name) as app:
        sentence = _('These are changes to “%s” that were not saved when Systole ended. Save them, or close the window to discard them.')
        wait(lambda: says(app, sentence % os.path.basename(path)), 'what was recovered to be said')
        wait(lambda: value(app, 'K') == '16', 'the K that was not saved')
        close_and_discard(app)
    assert app.process.returncode == 0, app.process.returncode
    assert os.listdir(state) == [], os.listdir(state)
    assert open(path, 'rb').read() == bytes_before, 'the file is as it was'

    with App([program, table], name) as app:
        wait(lambda: says(app, words.ngettext('“%s”: %u layer was imported.', '“%s”: %u layers were imported.', 2) .replace('%u', '2') % 'net.csv'), 'the report')
        assert says(app, _('“%s” is missing; the row is left out') % 'N'), 'the row that was left out'
        wait(lambda: value(app, 'M') == '8', 'the first layer')
        close_and_discard(app)
    assert app.process.returncode == 0, app.process.returncode
finally:
    shutil.rmtree(folder)
