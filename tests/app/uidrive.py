# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives a program through its accessibility tree."""
import subprocess
import time

import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi  # noqa: E402

ROLE = Atspi.Role
STATE = Atspi.StateType
BUTTON = getattr(ROLE, 'BUTTON', None) or ROLE.PUSH_BUTTON  # renamed in newer at-spi2


def wait(condition, what, limit=30.0):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        try:
            got = condition()
        except Exception:  # objects can vanish between two calls
            got = None
        if got:
            return got
        time.sleep(0.02)
    raise AssertionError('timed out waiting for ' + what)


def walk(node):
    if node is None:
        return
    yield node
    for i in range(node.get_child_count()):
        yield from walk(node.get_child_at_index(i))


def find(root, roles, name):
    for node in walk(root):
        have = node.get_name() or ''
        if node.get_role() in roles and (have == name or have.endswith(' ' + name)):
            return node
    return None


def act(node, action):
    for i in range(node.get_n_actions()):
        if node.get_action_name(i) == action:
            return node.do_action(i)
    raise AssertionError('%r has no action %s' % (node.get_name(), action))


def read_text(node):
    text = node.get_text_iface()
    return Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text))


def type_text(node, text):
    return Atspi.EditableText.set_text_contents(node.get_editable_text_iface(), text)


class App:
    """A program under test; `name` is what it is called in the tree."""

    def __init__(self, argv, name):
        self.name = name
        self.process = subprocess.Popen(argv)

    def __enter__(self):
        self.root = wait(self._root, 'application ' + self.name)
        return self

    def _root(self):
        if self.process.poll() is not None:
            raise SystemExit('program ended early with %s' % self.process.returncode)
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(i)
            if child and child.get_name() == self.name and child.get_child_count() > 0:
                return child
        return None

    def get(self, roles, name):
        roles = roles if isinstance(roles, (list, tuple)) else [roles]
        return wait(lambda: find(self.root, roles, name), '%s %r' % (roles[0].value_nick, name))

    def window(self):
        return wait(lambda: self.root.get_child_at_index(0), 'a window')

    def __exit__(self, kind, value, trace):
        if self.process.poll() is None and kind is not None:
            self.process.kill()
        self.process.wait(60)
