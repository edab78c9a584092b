#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes data/measured/*.csv from wider tables of measurements.

usage: collect.py FOLDER [OUTPUT-FOLDER]

FOLDER has tables named <device>__<source>.csv, with the columns of COLUMNS and more. Each
row of an operation that is timed on one device goes to <source>.csv; rows are sorted, and
their further columns are left out. `sources.csv` names each source with its licence; a
table whose source is not in it is refused. Collectives and whole models are left out.
"""
import csv
import sys
from pathlib import Path

COLUMNS = ["device", "op", "dtype_in", "dtype_acc", "dims", "measured_seconds", "power_w", "flag"]
LEFT_OUT = {"allreduce", "all_gather", "reduce_scatter", "alltoall", "send_recv",
            "layer_prefill", "layer_decode", "model_prefill", "model_train", "model_train_mfu", "model_inference", "llm_generate"}


def main(folder, output=Path(__file__).parent):
    known = {row["source"] for row in csv.DictReader(open(Path(__file__).parent / "sources.csv", encoding="utf-8"))}
    tables = {}
    for path in sorted(Path(folder).glob("*__*.csv")):
        for row in csv.DictReader(open(path, newline="", encoding="utf-8")):
            source = path.stem.split("__")[1].replace("_", "-")
            if source == "aiconfigurator" and "/vllm/" in row["source"]:
                source += "-vllm"
            if row["op"] in LEFT_OUT:
                continue
            if source not in known:
                sys.exit(f"{path.name}: “{source}” is not in sources.csv")
            tables.setdefault(source, []).append([row[c] or "" for c in COLUMNS])
    for source, rows in tables.items():
        if rows:
            lines = [",".join(row) for row in [COLUMNS] + sorted(rows)]
            (Path(output) / (source + ".csv")).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
