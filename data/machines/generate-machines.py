#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes data/machines/*.xml from a table of devices.

usage: generate-machines.py DEVICES.csv ALIASES.csv [OUTPUT-FOLDER]

Used once, to begin the catalogue; since then the XML files are the source and are
edited by hand. It is kept because it says what was done to each figure:

DEVICES.csv has one device a row, an empty cell where something is not known.
FIELDS names each numeric column, the field it becomes (engine/machine/fields.def) and
the factor to SI units. FACTS does the same for text. The columns `derived_fields` and
`recalled_fields` list the columns of a row that were computed or estimated, and those
recalled from a paper that was not read again; columns that begin with `meas_` were
measured by a third party; everything else was published. `mem_capacity_gb` is left
out: it is `mem_capacity_gib` in decimal units, rounded.

ALIASES.csv has `name,machine,remark`. Names of a part of a chip (one core, one die)
or of a variant get fields of their own: see VARIANTS.
"""

import csv
import sys
from decimal import Decimal
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

KIB, MIB, GIB = 2**10, 2**20, 2**30

# column → (field, factor); a text factor is a power of ten
FIELDS = {
    "units": ("units", 1),
    "boost_mhz": ("clock.boost", "e6"),
    "tensor_clock_mhz": ("clock.tensor", "e6"),
    "peak_fp64_tflops": ("peak.fp64", "e12"),
    "peak_fp64_tensor_tflops": ("peak.fp64-tensor", "e12"),
    "peak_fp32_tflops": ("peak.fp32", "e12"),
    "peak_tf32_tflops": ("peak.tf32", "e12"),
    "peak_fp16_tflops": ("peak.fp16", "e12"),
    "peak_fp16_fp16acc_tflops": ("peak.fp16-fp16acc", "e12"),
    "peak_bf16_tflops": ("peak.bf16", "e12"),
    "peak_fp8_tflops": ("peak.fp8", "e12"),
    "peak_fp4_tflops": ("peak.fp4", "e12"),
    "peak_int8_tops": ("peak.int8", "e12"),
    "peak_int4_tops": ("peak.int4", "e12"),
    "sparse_factor": ("sparse-factor", 1),
    "fma_fp64": ("fma.fp64", 1),
    "fma_fp64_tensor": ("fma.fp64-tensor", 1),
    "fma_fp32": ("fma.fp32", 1),
    "fma_tf32": ("fma.tf32", 1),
    "fma_fp16": ("fma.fp16", 1),
    "fma_bf16": ("fma.bf16", 1),
    "fma_fp8": ("fma.fp8", 1),
    "fma_fp4": ("fma.fp4", 1),
    "fma_int8": ("fma.int8", 1),
    "fma_int4": ("fma.int4", 1),
    "schedulers_per_unit": ("schedulers", 1),
    "warp_width": ("warp-width", 1),
    "max_warps_per_unit": ("max-warps", 1),
    "max_threads_per_unit": ("max-threads", 1),
    "max_blocks_per_unit": ("max-blocks", 1),
    "regfile_kib_per_unit": ("register-file", KIB),
    "l1_smem_kib_per_unit": ("l1-shared", KIB),
    "max_smem_kib_per_unit": ("max-shared", KIB),
    "tmem_kib_per_unit": ("tensor-memory", KIB),
    "l2_mib": ("l2", MIB),
    "llc_mib": ("llc", MIB),
    "tensorcores_per_chip": ("tensorcores", 1),
    "mxu_count": ("mxu.count", 1),
    "mxu_rows": ("mxu.rows", 1),
    "mxu_cols": ("mxu.columns", 1),
    "systolic_mhz": ("mxu.clock", "e6"),
    "mxu_rate_factor": ("mxu.rate-factor", 1),
    "vmem_mib": ("vmem", MIB),
    "cmem_mib": ("cmem", MIB),
    "unified_buffer_mib": ("unified-buffer", MIB),
    "mem_capacity_gib": ("memory.capacity", GIB),
    "mem_bandwidth_gbs": ("memory.bandwidth", "e9"),
    "meas_dram_gbs": ("memory.measured", "e9"),
    "scaleup_gbs_total": ("scale-up.total", "e9"),
    "scaleup_max_devices": ("scale-up.max-devices", 1),
    "host_gbs_per_dir": ("host.bandwidth", "e9"),
    "tdp_w": ("power.tdp", 1),
    "idle_w": ("power.idle", 1),
    "busy_w": ("power.busy", 1),
    "meas_l1_cycles": ("latency.l1", 1),
    "meas_l2_cycles": ("latency.l2", 1),
    "meas_dram_cycles": ("latency.dram", 1),
    "meas_launch_us": ("launch", "e-6"),
    "meas_best_bf16_tflops": ("best.bf16", "e12"),
    "meas_best_fp8_tflops": ("best.fp8", "e12"),
    "die_area_mm2": ("die-area", "e-6"),
    "transistors_billion": ("transistors", "e9"),
    "launch_year": ("year", 1),
    "list_price_usd": ("price.list", 1),
    "cloud_usd_per_hour": ("price.hour", 1),
}

# column → fact
FACTS = {
    "vendor": "vendor",
    "family": "product-family",
    "architecture": "architecture",
    "compute_capability": "compute-capability",
    "process_node": "process",
    "form": "form",
    "unit_kind": "unit-kind",
    "tensor_instr_shapes": "tensor-instructions",
    "accumulators": "accumulators",
    "vector_shape": "vector-shape",
    "sparsecore": "sparsecore",
    "mem_type": "memory-type",
    "ecc": "ecc",
    "scaleup_link": "scale-up-link",
    "scaleup_topology": "scale-up-topology",
    "host_link": "host-link",
    "scaleout_typical": "scale-out",
    "software": "software",
    "where_available": "where-available",
    "confidence": "confidence",
    "conflicts": "conflicts",
    "sources": "sources",
}

# What grows with the share of a chip; the rest belongs to one unit or one clock.
COMPUTE = ["units", "tensorcores", "mxu.count"]
COMPUTE += [field for field, _ in FIELDS.values() if field.startswith(("peak.", "best."))]
REST = ["l2", "llc", "vmem", "cmem", "unified-buffer", "memory.capacity", "memory.bandwidth",
        "memory.measured", "scale-up.total", "host.bandwidth", "power.tdp", "power.idle",
        "power.busy", "die-area", "transistors", "price.list", "price.hour"]

# alias → (name, share of the compute units, share of the rest, fixed fields)
VARIANTS = {
    "tpu_v3_core": ("TPU v3, one of two cores", (1, 2), (1, 2), {}),
    "tpu_v7_chiplet": ("TPU v7, one of two chiplets", (1, 2), (1, 2), {}),
    "mi250_1gcd": ("Instinct MI250, one of two dies", (104, 220), (1, 2), {}),
    "v100_pcie_32gb": ("Tesla V100 PCIe 32GB", None, None, {"memory.capacity": 32 * GIB}),
}


def si(text, factor):
    if isinstance(factor, str):
        return text + factor
    value = Decimal(text) * factor
    return str(value.quantize(1)) if value == value.to_integral() else str(value.normalize())


def short(value):
    """A quotient, with 12 digits at most, which is far below what the figures are worth."""
    return f"{value:.12g}".replace("e+", "e")


def family(machine):
    if machine.startswith(("google-tpu-", "google-coral")):
        return "tpu"
    if machine.startswith(("nvidia-", "amd-")):
        return "gpu"
    return "cpu" if machine.startswith("cpu-") else "other"


def provenance(row, column):
    if column in row["derived_fields"].split(";"):
        return "derived"
    if column in row["recalled_fields"].split(";"):
        return "recalled"
    return "measured" if column.startswith("meas_") else "published"


def source(row, column):
    if column.startswith("meas_"):
        return row["meas_sources"]
    if column == "list_price_usd":
        return row["list_price_note"]
    if column == "cloud_usd_per_hour":
        return ", ".join(t for t in (row["cloud_provider"], row["cloud_price_date"]) if t)
    return ""


def field_line(indent, name, value, how, where):
    more = f" source={quoteattr(where)}" if where else ""
    return f'{indent}<field id="{name}" value="{value}" provenance="{how}"{more}/>'


def alias_lines(alias, fields):
    name, remark = alias["name"], alias["remark"]
    if name not in VARIANTS:
        more = f" remark={quoteattr(remark)}" if remark else ""
        return [f"    <alias id={quoteattr(name)}{more}/>"]
    title, compute, rest, fixed = VARIANTS[name]
    lines = [f"    <alias id={quoteattr(name)} name={quoteattr(title)} remark={quoteattr(remark)}>"]
    for field, value in fields.items():
        share = compute if field in COMPUTE else rest if field in REST else None
        if field in fixed:
            lines.append(field_line("      ", field, fixed[field], "published", remark))
        elif share:
            part = short(float(value) * share[0] / share[1])
            lines.append(field_line("      ", field, part, "derived", f"{share[0]}/{share[1]} of the chip"))
    return lines + ["    </alias>"]


def machine_lines(row, aliases):
    lines = [f'  <machine id="{row["id"]}" family="{family(row["id"])}" name={quoteattr(row["name"])}>']
    fields = {}
    body = []
    for column, fact in FACTS.items():
        if row[column]:
            how = provenance(row, column)
            more = f' provenance="{how}"' if how != "published" else ""
            body.append(f'    <fact id="{fact}"{more}>{escape(row[column])}</fact>')
    for column, (field, factor) in FIELDS.items():
        if row[column]:
            fields[field] = si(row[column], factor)
            body.append(field_line("    ", field, fields[field], provenance(row, column), source(row, column)))
    for alias in aliases:
        if alias["machine"] == row["id"]:
            lines += alias_lines(alias, fields)
    return lines + body + ["  </machine>"]


def main(devices, aliases, folder="."):
    with open(devices, newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    with open(aliases, newline="", encoding="utf-8") as stream:
        names = list(csv.DictReader(stream))
    for vendor in sorted({row["vendor"] for row in rows}):
        lines = ['<?xml version="1.0" encoding="UTF-8"?>',
                 "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->",
                 f'<machines xmlns="urn:systole:machines" version="1" vendor={quoteattr(vendor)}>']
        for row in rows:
            if row["vendor"] == vendor:
                lines += machine_lines(row, names)
        path = Path(folder) / (vendor.lower() + ".xml")
        path.write_text("\n".join(lines + ["</machines>", ""]), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
