/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/cpu/cpu-plan.h"

static void
add_memory (SystoleChipFrame *frame, SystoleMemoryLevel level, double bytes, gboolean reading, gboolean writing)
{
  SystoleMemoryState state = { level, (guint64) bytes, reading, writing };

  g_array_append_val (frame->memories, state);
}

/* Items are taken in order, so core u has item round × cores + u. */
void
systole_cpu_chip_frame (const SystoleCpuPlan *self, const SystoleMachine *machine, guint64 cycle, SystoleChipFrame *frame)
{
  SystoleCpuMoment m;
  gboolean copying, last;

  systole_cpu_plan_find (self, cycle, &m);
  frame->n_waves = self->rounds;
  frame->wave = m.round == G_MAXUINT64 ? 0 : MIN (m.round, self->rounds - 1);
  frame->blocks = self->items;
  frame->blocks_done = m.round == G_MAXUINT64 ? 0 : MIN (m.round * self->cores, self->items);
  g_array_set_size (frame->units, 0);
  g_array_set_size (frame->memories, 0);
  for (guint u = 0; u < self->cores; u++)
    {
      SystoleUnitState unit = { u, m.active > 0 ? SYSTOLE_REASON_TAIL : m.reason, SYSTOLE_NO_INDEX, 0 };

      if (u < m.active)
        {
          unit.block = m.round * self->cores + u;
          unit.reason = m.reason;
          unit.busy_share = m.busy ? 1 : 0;
        }
      g_array_append_val (frame->units, unit);
    }
  copying = m.active > 0 && m.reason == SYSTOLE_REASON_MEMORY;
  last = m.active > 0 && m.cycle + 1 == self->period;
  add_memory (frame, SYSTOLE_MEMORY_DRAM, systole_machine_get (machine, SYSTOLE_FIELD_MEMORY_CAPACITY), copying && self->dram_read > 0, last && self->dram_write > 0);
  if (systole_machine_has (machine, SYSTOLE_FIELD_LLC))
    add_memory (frame, SYSTOLE_MEMORY_LLC, systole_machine_get (machine, SYSTOLE_FIELD_LLC), copying, last);
  add_memory (frame, SYSTOLE_MEMORY_L2, systole_machine_get (machine, SYSTOLE_FIELD_L2), m.busy, copying);
}
