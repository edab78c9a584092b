#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns data/validation/*.csv into rows for engine/run/known-error.c.

usage: make-known-errors.py KNOWN-ERROR.csv CLASSES.csv OUTPUT
"""
import csv
import sys


def rows(path):
    with open(path, newline="", encoding="utf-8") as stream:
        return list(csv.reader(stream))[1:]


def quoted(texts):
    return ", ".join('"%s"' % text.replace("\\", "\\\\").replace('"', '\\"') for text in texts)


def main(errors, classes, output):
    lines = ["/* Made from data/validation by make-known-errors.py. */",
             "/* KNOWN_ERROR (quantity, family, generation, class, format, regime, basis, count, median, mean, p90) */",
             "/* ERROR_CLASS (class, op) */", "#ifdef KNOWN_ERROR"]
    lines += ["KNOWN_ERROR (%s, %s)" % (quoted(row[:7]), ", ".join(row[7:])) for row in rows(errors)]
    lines += ["#endif", "#ifdef ERROR_CLASS"]
    lines += ["ERROR_CLASS (%s)" % quoted(row) for row in rows(classes)]
    with open(output, "w", encoding="utf-8") as stream:
        stream.write("\n".join(lines + ["#endif", ""]))


main(*sys.argv[1:])
