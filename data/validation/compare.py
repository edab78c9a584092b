#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the errors of published predictors beside ours, on the same points.

usage: compare.py CLI

data/validation/peers.csv has what others predicted for rows of data/measured, as the sources of these rows print it
(seconds; SCALE-Sim's cycles at 1.05 GHz; LLMCompass on the A100 and MI210 read from its figures). Rows under 3 µs at the
roofline, and those that data/validation never compares, are left out. A predictor may have been tuned to the boards it
is measured on; ours has no parameter of a device.
"""
import collections
import statistics
import sys

import generate


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    classes = {r["op"]: r["class"] for r in generate.read(generate.HERE / "classes.csv")}
    theirs = collections.defaultdict(list)
    for peer in generate.read(generate.HERE / "peers.csv"):
        theirs[tuple(peer[c] for c in ("source", "device", "op", "dtype_in", "dims"))].append(peer)
    rows, keys = [], []
    for source in generate.read_sources([]):
        for row in generate.read(generate.DATA / ("measured/%s.csv" % source["source"])):
            key = (source["source"], row["device"], row["op"], row["dtype_in"], row["dims"])
            flags = set(row["flag"].split("|"))
            if key in theirs and not flags & (generate.NOT_COMPARED | {"launch_bound"}):
                rows.append({**row, "source": generate.name_of(source)})
                keys.append(key)
    errors = collections.defaultdict(list)
    for key, row in zip(keys, generate.predict(sys.argv[1], rows)):
        if row["status"] != "ok":
            continue
        measured = float(row["measured_seconds"])
        for peer in theirs[key]:
            errors[peer["predictor"], classes[row["op"]]].append(
                tuple(100 * abs(float(s) / measured - 1) for s in (peer["seconds"], row["predicted_seconds"])))
    print("%-28s %-14s %6s %16s %16s" % ("predictor", "class", "points", "theirs: mean %", "ours: mean %"))
    for (predictor, kind), pairs in sorted(errors.items()):
        print("%-28s %-14s %6d %16.1f %16.1f" % (predictor, kind, len(pairs), *(statistics.fmean(e) for e in zip(*pairs))))


if __name__ == "__main__":
    main()
