#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes data/validation/known-error.csv: how far `systole-cli predict` is from data/measured.

usage: generate.py CLI [--check] [--sample N] [--out FILE] [SOURCE…]

A line a (family, generation, class of operations, format, regime, basis): the number of measured rows, and median,
mean and 90th percentile of the absolute error of the predicted time in per cent. Regime `launch` is rows under 3 µs
at the roofline, `large` all others. Basis `kept-aside` is the rows that data/measured/kept-aside.csv names: no
parameter of that quantity, `time` or `power`, was fitted to them; `fitted` is all others.
Rows with a coarse timer, with the host's time in them or with few threads on purpose are not compared.

--check writes nothing and ends with 1 if the committed table differs; --sample N takes the groups with at most N rows
only and compares those.
"""
import argparse
import collections
import csv
import fnmatch
import io
import statistics
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parent
KEY = ["quantity", "family", "generation", "class", "format", "regime", "basis"]
FIGURES = ["count", "median_pct", "mean_pct", "p90_pct"]
QUANTITIES = {"time": ("measured_seconds", "predicted_seconds"), "power": ("power_w", "predicted_power_w")}
NOT_COMPARED = {"host_overhead", "coarse_timer", "low_occupancy"}


def read(path):
    with open(path, newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def read_machines():
    """Family and generation of each name of the catalogue."""
    space = "{urn:systole:machines}"
    names = {}
    for path in sorted((DATA / "machines").glob("*.xml")):
        for machine in xml.parse(path).getroot().iter(space + "machine"):
            facts = {fact.get("id"): fact.text for fact in machine.iter(space + "fact")}
            kind = machine.get("family"), facts.get("architecture", "")
            for name in [machine.get("id")] + [alias.get("id") for alias in machine.iter(space + "alias")]:
                names[name] = kind
    return names


def read_sources(wanted):
    return [r for r in read(DATA / "measured/sources.csv") if not wanted or r["source"] in wanted]


def name_of(source):
    """As published tables name it, so that `predict` knows the host that measured."""
    return "%s@%s:%s" % (source["address"].replace("https://github.com/", ""), source["version"].split(";")[0], source["path"])


def is_kept_aside(rules, quantity, source, device, kind, regime, dims):
    """A rule for `half` the rows takes those whose dimensions have an odd CRC-32."""
    return any(quantity == r["quantity"] and r["regime"] in ("any", regime) and fnmatch.fnmatch(source, r["source"]) and fnmatch.fnmatch(device, r["device"]) and fnmatch.fnmatch(kind, r["class"])
               and (r["rows"] == "all" or zlib.crc32(dims.encode()) % 2 == 1) for r in rules)


def rows_of(sources):
    """The rows that are compared, each with its source's published name, its machine, class and regime, and the basis of each quantity."""
    machines, rules = read_machines(), read(DATA / "measured/kept-aside.csv")
    classes = {r["op"]: r["class"] for r in read(HERE / "classes.csv")}
    for source in sources:
        for row in read(DATA / ("measured/%s.csv" % source["source"])):
            flags = set(row["flag"].split("|"))
            if flags & NOT_COMPARED or row["device"] not in machines or row["op"] not in classes:
                continue
            kind = classes[row["op"]]
            regime = "launch" if "launch_bound" in flags else "large"
            bases = {q: "kept-aside" if is_kept_aside(rules, q, source["source"], row["device"], kind, regime, row["dims"]) else "fitted" for q in QUANTITIES}
            yield {**row, "source": name_of(source)}, machines[row["device"]], kind, regime, bases


def errors_of(answer):
    """The absolute error of each quantity that is both measured and predicted, in per cent."""
    return {q: 100 * abs(float(answer[predicted]) / float(answer[measured]) - 1) for q, (measured, predicted) in QUANTITIES.items()
            if answer["status"] == "ok" and answer[measured] and answer[predicted]}


def groups_of(sources):
    """The rows of each group, by (key without quantity and basis), in the order of the tables: pairs of row and bases."""
    groups = collections.defaultdict(list)
    for row, machine, kind, regime, bases in rows_of(sources):
        groups[(*machine, kind, row["dtype_in"], regime)].append((row, bases))
    return groups


def predict(cli, rows):
    """The rows again, each with what was predicted."""
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with tempfile.TemporaryDirectory(prefix="systole-validation-") as folder:
        path = Path(folder) / "rows.csv"
        path.write_text(text.getvalue(), encoding="utf-8")
        done = subprocess.run([cli, "predict", str(path), "-o", "-"], capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        sys.exit(done.stderr.rstrip())
    return list(csv.DictReader(io.StringIO(done.stdout)))


def figures(errors):
    ordered = sorted(errors)
    return [str(len(ordered))] + ["%.1f" % f for f in (statistics.median(ordered), statistics.fmean(ordered), ordered[min(len(ordered) - 1, int(.9 * len(ordered)))])]


def lines_of(cli, groups):
    """The lines of the table: for each group its errors of time, then those of power."""
    errors = collections.defaultdict(list)
    keys = [(key, bases) for key, rows in groups.items() for _, bases in rows]
    if keys:
        for (key, bases), answer in zip(keys, predict(cli, [row for rows in groups.values() for row, _ in rows])):
            for quantity, error in errors_of(answer).items():
                errors[(quantity, *key, bases[quantity])].append(error)
    return sorted([*key, *figures(e)] for key, e in errors.items())


def to_text(lines):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([KEY + FIGURES] + lines)
    return text.getvalue()


def check(path, lines, groups):
    """The committed lines of the groups that were predicted are those just made."""
    committed = [[row[c] for c in KEY + FIGURES] for row in read(path) if tuple(row[c] for c in KEY[1:-1]) in groups]
    for side, only in (("committed", [c for c in committed if c not in lines]), ("made now", [c for c in lines if c not in committed])):
        for line in only:
            print("%s: %s" % (side, ",".join(line)))
    return committed == lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("sources", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--out", default=str(HERE / "known-error.csv"))
    options = parser.parse_args()
    groups = groups_of(read_sources(options.sources))
    if options.sample:
        groups = {key: rows for key, rows in groups.items() if len(rows) <= options.sample}
    lines = lines_of(options.cli, groups)
    if options.check:
        sys.exit(0 if check(options.out, lines, groups) else 1)
    Path(options.out).write_text(to_text(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
