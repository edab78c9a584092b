/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/gpu/sm-def.h"
#include "engine/machine/maker.h"
#include "engine/systolic/array-def.h"

G_BEGIN_DECLS

/* The hardware being modelled. Immutable and reference-counted. A catalogue
 * machine is a list of fields (`fields.def`), each a number in SI units with its
 * provenance; a bare array or SM is its def. */

typedef enum
{
#define FAMILY(ID, id, unit, title) SYSTOLE_FAMILY_##ID,
#include "engine/machine/families.def"
#undef FAMILY
  SYSTOLE_N_FAMILIES
} SystoleFamily;

typedef enum
{
#define FIELD(ID, id, unit, min, max, title, help) SYSTOLE_FIELD_##ID,
#include "engine/machine/fields.def"
#undef FIELD
  SYSTOLE_N_FIELDS
} SystoleField;

typedef enum
{
  SYSTOLE_PROVENANCE_ABSENT,    /* not known */
  SYSTOLE_PROVENANCE_PUBLISHED, /* vendor or publication */
  SYSTOLE_PROVENANCE_MEASURED,  /* by a third party */
  SYSTOLE_PROVENANCE_DERIVED,   /* computed or estimated from others */
  SYSTOLE_PROVENANCE_RECALLED,  /* from a paper that was not read again */
  SYSTOLE_PROVENANCE_MINE       /* set in a scenario */
} SystoleProvenance;

typedef struct _SystoleMachine SystoleMachine;

SystoleMachine *systole_machine_new_array (const SystoleArrayDef *def) G_GNUC_WARN_UNUSED_RESULT;
SystoleMachine *systole_machine_new_sm (const SystoleSmDef *def) G_GNUC_WARN_UNUSED_RESULT;
SystoleMachine *systole_machine_ref (SystoleMachine *self);
void systole_machine_unref (SystoleMachine *self);

const char *systole_machine_get_id (const SystoleMachine *self);
const char *systole_machine_get_name (const SystoleMachine *self);
SystoleFamily systole_machine_get_family (const SystoleMachine *self);
const SystoleArrayDef *systole_machine_get_array (const SystoleMachine *self); /* NULL if not bare */
const SystoleSmDef *systole_machine_get_sm (const SystoleMachine *self);       /* NULL if not bare */

/* Text facts of a catalogue machine: "vendor", "architecture", "process", "memory-type", "sources", … or NULL. */
const char *systole_machine_get_fact (const SystoleMachine *self, const char *key);

SystoleProvenance systole_machine_get_fact_provenance (const SystoleMachine *self, const char *key);
char **systole_machine_list_facts (const SystoleMachine *self) G_GNUC_WARN_UNUSED_RESULT; /* keys, sorted */

gboolean systole_machine_has (const SystoleMachine *self, SystoleField field);
double systole_machine_get (const SystoleMachine *self, SystoleField field); /* 0 when absent */
SystoleProvenance systole_machine_get_provenance (const SystoleMachine *self, SystoleField field);
const char *systole_machine_get_source (const SystoleMachine *self, SystoleField field);

/* A copy with one field changed (transfer full); the source text is kept with it. */
SystoleMachine *systole_machine_with_field (const SystoleMachine *self, SystoleField field, double value, const char *source, GError **error) G_GNUC_WARN_UNUSED_RESULT;

const char *systole_family_get_id (SystoleFamily self);
const char *systole_family_get_title (SystoleFamily self);
const char *systole_family_get_unit (SystoleFamily self); /* what its parts that multiply are called: “SM”, “MXU”, “array” */
gboolean systole_family_from_id (const char *id, SystoleFamily *out);
const char *systole_field_get_id (SystoleField self);
const char *systole_field_get_unit (SystoleField self);
const char *systole_field_get_title (SystoleField self, SystoleMaker maker);
const char *systole_field_get_help (SystoleField self); /* a sentence, or "" */
void systole_field_get_range (SystoleField self, double *min, double *max);
gboolean systole_field_from_id (const char *id, SystoleField *out);
const char *systole_provenance_get_id (SystoleProvenance self);
const char *systole_provenance_get_title (SystoleProvenance self);
const char *systole_provenance_get_note (SystoleProvenance self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SystoleMachine, systole_machine_unref)

G_END_DECLS
