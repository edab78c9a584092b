#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns the products of data/measured into rows for engine/run/measured.c.

usage: make-measured.py OUTPUT SOURCES.csv MACHINES.xml… MEASURED.csv…
"""
import csv
import os
import sys
import xml.etree.ElementTree as tree

NOT_COMPARED = {"host_overhead", "coarse_timer", "low_occupancy"}
SHAPES = {("m", "n", "k"), ("b", "m", "n", "k")}


def rows(path):
    with open(path, newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def names(paths):
    """Every name of a machine, and its id."""
    found = {}
    for path in paths:
        for machine in tree.parse(path).getroot().iter():
            if machine.tag.rpartition("}")[2] != "machine":
                continue
            found[machine.get("id")] = machine.get("id")
            for alias in machine:
                if alias.tag.rpartition("}")[2] == "alias":
                    found[alias.get("id")] = machine.get("id")
    return found


def products(paths, machines):
    """(machine, batch, m, n, k, format, source, seconds) of every row that can be compared."""
    for path in paths:
        source = os.path.splitext(os.path.basename(path))[0]
        for row in rows(path):
            dims = dict(pair.split("=") for pair in row["dims"].split(";") if pair)
            comparable = not NOT_COMPARED & set(row["flag"].split("|"))
            if row["op"] in ("gemm", "batched_gemm") and tuple(dims) in SHAPES and comparable and row["device"] in machines:
                yield (machines[row["device"]], *(int(dims.get(key, 1)) for key in "bmnk"), row["dtype_in"], source, row["measured_seconds"])


def main(output, source_file, *paths):
    tables = [path for path in paths if path.endswith(".csv")]
    found = sorted(products(tables, names(path for path in paths if path.endswith(".xml"))))
    titles = {row["source"]: row["title"] for row in rows(source_file)}
    sources, formats = sorted({row[6] for row in found}), sorted({row[5] for row in found})
    lines = ["/* Made from data/measured by make-measured.py. */", "#ifdef MEASURED_SOURCE"]
    lines += ['MEASURED_SOURCE ("%s")' % titles[source].replace('"', '\\"') for source in sources]
    lines += ["#endif", "#ifdef MEASURED_FORMAT"] + ['MEASURED_FORMAT ("%s")' % name for name in formats]
    lines += ["#endif", "/* MEASURED_MACHINE (id, index of its first row, number of rows) */", "#ifdef MEASURED_MACHINE"]
    machines = [row[0] for row in found]
    lines += ['MEASURED_MACHINE ("%s", %d, %d)' % (name, machines.index(name), machines.count(name)) for name in sorted(set(machines))]
    lines += ["#endif", "/* MEASURED (batch, m, n, k, seconds, index of format, index of source) */", "#ifdef MEASURED"]
    lines += ["MEASURED (%d, %d, %d, %d, %s, %d, %d)" % (*row[1:5], row[7], formats.index(row[5]), sources.index(row[6])) for row in found]
    with open(output, "w", encoding="utf-8") as stream:
        stream.write("\n".join(lines + ["#endif", ""]))


main(*sys.argv[1:])
