# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a file, plays, steps back, changes K, undoes, saves and opens again, as a user
would: e2e-document.py PROGRAM FILE BUILD. LANGUAGE says in which language; names are
looked up as the program looks them up."""
import gettext
import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gi.repository import GLib  # noqa: E402
from uidrive import App, BUTTON, ROLE, STATE, act, find, read_text, type_text, wait, walk  # noqa: E402

program, original, build = sys.argv[1:4]
language = os.environ.get('LANGUAGE', 'en')
words = gettext.translation('systole', os.path.join(build, 'po'), [language], fallback=True)
_ = words.gettext
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'two machines.systole')
shutil.copyfile(original, path)
bytes_before = open(path, 'rb').read()


PATTERN = re.escape(_('Cycle %s.')).replace('%s', r'(\d+)')


def cycle_in(node):
    hit = re.match(PATTERN, node.get_name() or '')
    return int(hit.group(1)) if hit else None


def caption_cycle(app):
    """The number at the beginning of the caption; its label is looked for once."""
    if getattr(app, 'caption', None) is None:
        for node in walk(app.root):
            if node.get_role() == ROLE.LABEL and cycle_in(node) is not None:
                app.caption = node
                break
        else:
            return None
    app.caption.clear_cache()
    return cycle_in(app.caption)


def entry(app, name):
    return app.get([ROLE.TEXT, ROLE.ENTRY], name)


def value(app, name):
    return wait(lambda: read_text(entry(app, name)), 'a value of ' + name)


def set_value(app, name, text):
    type_text(entry(app, name), text)


def do(app, action):
    act(app.window(), action)


def unnamed(app):
    """What can have the keyboard and says its class instead of what it is; None before there is much."""
    roles = [BUTTON, ROLE.TOGGLE_BUTTON, ROLE.TEXT, ROLE.ENTRY, ROLE.IMAGE]
    app.root.clear_cache()
    nodes = [node for node in walk(app.root) if node.get_role() in roles]
    nodes = [node for node in nodes if all(node.get_state_set().contains(s) for s in (STATE.FOCUSABLE, STATE.VISIBLE))]
    names = [(node.get_role_name(), node.get_name() or '') for node in nodes]
    return [name for name in names if not name[1] or re.match('(Gtk|Adw|Systole)[A-Z]', name[1])] if len(names) > 30 else None


def close(app):
    """The program may be gone before it has answered."""
    try:
        do(app, 'win.close')
    except GLib.Error:
        pass


try:
    with App([program, path], os.path.basename(program)) as app:
        start = wait(lambda: caption_cycle(app), 'the caption')
        assert start == 18, start

        wait(lambda: unnamed(app) is not None, 'every control')
        assert unnamed(app) == [], unnamed(app)

        # Play moves on; pause; one step back is one cycle.
        do(app, 'win.play')
        wait(lambda: caption_cycle(app) > start, 'the playhead to move')
        do(app, 'win.play')
        paused = caption_cycle(app)
        do(app, 'win.step-back')
        wait(lambda: caption_cycle(app) == paused - 1, 'one step back')

        # K: typed, run, undone.
        assert value(app, 'K') == '8', value(app, 'K')
        set_value(app, 'K', '16')
        wait(lambda: find(app.root, [ROLE.LABEL], words.pgettext('document', '● changed')), 'the mark of changes')
        do(app, 'win.undo')
        wait(lambda: value(app, 'K') == '8', 'K as it was')
        do(app, 'win.redo')
        wait(lambda: value(app, 'K') == '16', 'K changed again')

        # Saved: the file says so, the mark goes.
        do(app, 'win.save')
        wait(lambda: b'k="16"' in open(path, 'rb').read(), 'the file on disk')
        assert open(path + '~', 'rb').read() == bytes_before, 'the backup is the file as it was'
        wait(lambda: find(app.root, [ROLE.LABEL], words.pgettext('document', '✓ saved')), 'the mark of saving')
        close(app)
    assert app.process.returncode == 0, app.process.returncode

    with App([program, path], os.path.basename(program)) as app:
        wait(lambda: value(app, 'K') == '16', 'K of the file')
        wait(lambda: caption_cycle(app) is not None, 'the caption')
        assert caption_cycle(app) == paused - 1, 'the view of the file: %s' % caption_cycle(app)
        close(app)
    assert app.process.returncode == 0, app.process.returncode
finally:
    shutil.rmtree(folder)
