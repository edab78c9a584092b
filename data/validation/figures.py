#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the error of `systole-cli predict` for each class, of rows fitted to and of rows kept aside.

usage: figures.py CLI [--groups | --aside]

A group is a device, an operation and a format; a class's figure is the mean of the mean absolute errors of its groups
of at least ten rows (of all its groups, where none has so many), in per cent. Rows under 3 µs at the roofline are a
class of their own (/launch). Products on tensor cores and on lanes are two classes. Kept aside is what
data/measured/kept-aside.csv names: --aside lists it by class and device, --groups prints each group.
"""
import argparse
import collections
import statistics

import generate

LEAST_ROWS = 10
LANE_FORMATS = {"fp32", "fp64"}
CLASSES = {"rows": "vector", "element-wise": "vector"}
BASES = ["fitted", "kept-aside", "all"]


def read_lanes():
    """Names of machines without a matrix unit."""
    space = "{urn:systole:machines}"
    names = set()
    for path in sorted((generate.DATA / "machines").glob("*.xml")):
        for machine in generate.xml.parse(path).getroot().iter(space + "machine"):
            facts = {fact.get("id"): fact.text for fact in machine.iter(space + "fact")}
            if machine.get("family") != "tpu" and facts.get("tensor-instructions", "none") == "none":
                names.update([machine.get("id")] + [alias.get("id") for alias in machine.iter(space + "alias")])
    return names


def class_of(row, machine, kind, lanes):
    if kind != "gemm":
        return CLASSES.get(kind, kind)
    if machine[0] == "tpu":
        return "gemm-tpu"
    return "gemm-lanes" if row["dtype_in"] in LANE_FORMATS or row["device"] in lanes else "gemm-tensor"


def errors_of(cli):
    """The errors by (class, basis), then by group."""
    lanes = read_lanes()
    compared = list(generate.rows_of(generate.read_sources([])))
    errors = collections.defaultdict(lambda: collections.defaultdict(list))
    predicted = generate.predict(cli, [c[0] for c in compared])
    for (row, machine, kind, regime, bases), answer in zip(compared, predicted):
        name = class_of(row, machine, kind, lanes) + ("/launch" if regime == "launch" else "")
        group = (row["device"], row["op"], row["dtype_in"])
        for quantity, error in generate.errors_of(answer).items():
            for part in (bases[quantity], "all"):
                errors["power" if quantity == "power" else name, part][group].append(error)
    return errors


def figure(groups):
    """Groups that count, rows, group mean."""
    counted = [g for g in groups.values() if len(g) >= LEAST_ROWS] or list(groups.values())
    if not counted:
        return "%6d %6d %7s" % (0, 0, "–")
    return "%6d %6d %7.1f" % (len(counted), sum(map(len, groups.values())), statistics.fmean(map(statistics.fmean, counted)))


def print_groups(name, errors):
    for group in sorted(errors[name, "all"]):
        parts = [errors[name, basis].get(group, []) for basis in BASES[:2]]
        print("    %-24s %-18s %-12s" % group, *("%6d %7s" % (len(p), "%.1f" % statistics.fmean(p) if p else "–") for p in parts))


def print_aside(name, errors):
    devices = collections.defaultdict(lambda: [0, 0])
    for i, basis in enumerate(("kept-aside", "all")):
        for group, found in errors[name, basis].items():
            devices[group[0]][i] += len(found)
    kept = ["%s %d of %d" % (device, *count) for device, count in sorted(devices.items()) if count[0]]
    print("    kept aside: " + (", ".join(kept) or "nothing"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("--groups", action="store_true")
    parser.add_argument("--aside", action="store_true")
    options = parser.parse_args()
    errors = errors_of(options.cli)
    print("%-20s" % "class", "   ".join("%20s" % b for b in BASES))
    print("%-20s" % "", "   ".join("%6s %6s %7s" % ("groups", "rows", "%") for _ in BASES))
    for name in sorted({name for name, _ in errors}):
        print("%-20s" % name, "   ".join(figure(errors[name, basis]) for basis in BASES))
        if options.groups:
            print_groups(name, errors)
        if options.aside:
            print_aside(name, errors)


if __name__ == "__main__":
    main()
