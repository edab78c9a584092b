# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a lesson from a scenario without one, first by the keyboard alone, then by the mouse:
e2e-lesson.py PROGRAM FILE BUILD."""
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from gi.repository import Atspi, GLib  # noqa: E402
from uidrive import App, BUTTON, ROLE, STATE, act, find, read_text, wait, walk  # noqa: E402

program, original, _build = sys.argv[1:4]
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'made.systole')
NAMESPACE = '{urn:systole:scenario}'


def xdo(*arguments):
    subprocess.run(['xdotool'] + [str(a) for a in arguments], check=True)


def key(*keys):
    xdo('key', '--delay', '40', *keys)


def focused(app):
    app.root.clear_cache()
    for node in walk(app.root):
        if node.get_state_set().contains(STATE.FOCUSED):
            return node.get_name() or ''
    return ''


def tab_to(app, start):
    """Tab until what has the keyboard is called so."""
    for _try in range(40):
        if focused(app).startswith(start):
            return
        key('Tab')
    raise AssertionError('Tab does not reach %r, it is at %r' % (start, focused(app)))


def row(app, start):
    app.root.clear_cache()
    for node in walk(app.root):
        if node.get_role() == ROLE.LIST_ITEM and (node.get_name() or '').startswith(start):
            return node
    return None


def centre(node):
    box = Atspi.Component.get_extents(node.get_component_iface(), Atspi.CoordType.WINDOW)
    return box.x + box.width // 2, box.y + box.height // 2


def click(node):
    xdo('mousemove', *centre(node), 'click', 1)


def beats():
    try:
        root = xml.etree.ElementTree.parse(path).getroot()
    except xml.etree.ElementTree.ParseError:
        return []
    return root.findall('%slesson/%sbeat' % (NAMESPACE, NAMESPACE))


def caption(beat):
    found = beat.find(NAMESPACE + 'caption')
    return found.text if found is not None else ''


def cycle(beat):
    return int(beat.find(NAMESPACE + 'view').get('cycle'))


def close(app):
    try:
        act(app.window(), 'win.close')
    except GLib.Error:
        pass


def open_copy():
    shutil.copyfile(original, path)
    return App([program, path], os.path.basename(program))


def by_keyboard():
    with open_copy() as app:
        wait(lambda: focused(app), 'the keyboard on the stage')
        key('ctrl+b')
        wait(lambda: row(app, 'Beat 1'), 'the first beat')
        key('Right', 'Right', 'ctrl+b')
        wait(lambda: row(app, 'Beat 2'), 'the second beat')
        key('shift+F6')
        tab_to(app, 'Caption')
        xdo('type', '--delay', '20', 'Now {cycle} of {cycles of lane 0}.')
        wait(lambda: row(app, 'Beat 2: Now …'), 'its caption in the list')
        key('shift+F6', 'F6')
        tab_to(app, 'Beat 2')
        key('alt+Up')
        wait(lambda: row(app, 'Beat 1: Now …'), 'the order')
        key('ctrl+s')
        made = wait(lambda: len(beats()) == 2 and beats(), 'the file on disk')
        assert [caption(beat) for beat in made] == ['Now {cycle} of {cycles of lane 0}.', ''], [caption(beat) for beat in made]
        assert cycle(made[0]) == cycle(made[1]) + 2, [cycle(beat) for beat in made]
        for _edit in range(4):
            key('ctrl+z')
        wait(lambda: not row(app, 'Beat 1') or not row(app, 'Beat 1').get_state_set().contains(STATE.SHOWING), 'everything undone')
        key('Left', 'Left', 'ctrl+s')
        wait(lambda: beats() == [] and b'<beat' not in open(path, 'rb').read(), 'the file as it was')
        close(app)
    assert app.process.returncode == 0, app.process.returncode
    assert open(path, 'rb').read() == open(original, 'rb').read(), 'undone to the byte'


def by_mouse():
    with open_copy() as app:
        begin = app.get(BUTTON, '+ Begin a lesson')
        setup = wait(lambda: centre(app.get([ROLE.TEXT, ROLE.ENTRY], 'K')), 'Setup')
        xdo('mousemove', *setup, 'click', '--repeat', 40, '--delay', 10, 5)
        wait(lambda: 0 < centre(begin)[1] < 700, 'the button in sight')
        click(begin)
        wait(lambda: row(app, 'Beat 1'), 'the first beat')
        xdo('mousemove', *setup, 'click', '--repeat', 60, '--delay', 10, 4)
        click(app.get(BUTTON, 'Step forward'))
        click(app.get(BUTTON, 'Add beat'))
        wait(lambda: row(app, 'Beat 2'), 'the second beat')
        click(app.get([ROLE.TEXT, ROLE.ENTRY], 'Caption'))
        xdo('type', '--delay', '20', 'Later.')
        wait(lambda: row(app, 'Beat 2: Later.'), 'its caption in the list')
        from_x, from_y = centre(row(app, 'Beat 2'))
        to_x, to_y = centre(row(app, 'Beat 1'))
        xdo('mousemove', from_x, from_y, 'mousedown', 1)
        for i in range(1, 11):
            xdo('mousemove', from_x + (to_x - from_x) * i // 10, from_y + (to_y - from_y) * i // 10)
        xdo('mouseup', 1)
        wait(lambda: row(app, 'Beat 1: Later.'), 'the order')
        click(app.get(BUTTON, 'Save'))
        made = wait(lambda: len(beats()) == 2 and beats(), 'the file on disk')
        assert [caption(beat) for beat in made] == ['Later.', ''], [caption(beat) for beat in made]
        close(app)
    assert app.process.returncode == 0, app.process.returncode


try:
    by_keyboard()
    by_mouse()
finally:
    shutil.rmtree(folder)
