/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-caption.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"
#include "engine/machine/unit-words.h"

/* What happens in a cycle and why, in a sentence about the chip and one about its first SM. */

static char *
tell_sm (const SystoleKernelPlan *plan, SystoleMaker maker, const char *unit, const SystoleKernelMoment *m)
{
  const SystoleKernelLaunch *launch = &plan->schedule.launches[m->launch];
  guint waiting = m->segment->slots - 1;

  switch (m->stage)
    {
    case SYSTOLE_KERNEL_LEAD:
    case SYSTOLE_KERNEL_PROLOGUE:
      return g_strdup_printf (_ ("%s: its blocks wait for their first bytes."), unit);
    case SYSTOLE_KERNEL_EPILOGUE:
      return g_strdup_printf (_ ("%s: its blocks store their results."), unit);
    case SYSTOLE_KERNEL_TURN:
      if (m->phase == launch->n_phases)
        return g_strdup_printf (P_ ("%1$s: its block waits for its bytes.", "%1$s: all %2$u blocks wait for their bytes.", waiting + 1), unit, waiting + 1);
      if (waiting == 0)
        /* Translators: "SM"; what the block does: “takes exponentials” */
        return g_strdup_printf (_ ("%1$s: its block %2$s."), unit, systole_maker_say (maker, launch->phases[m->phase].text));
      /* Translators: "SM"; what one block does: “takes exponentials”; how many others wait */
      return g_strdup_printf (P_ ("%1$s: one block %2$s, %3$u other waits for its turn.", "%1$s: one block %2$s, %3$u others wait for their turns.", waiting), unit, systole_maker_say (maker, launch->phases[m->phase].text), waiting);
    case SYSTOLE_KERNEL_START:
    case SYSTOLE_KERNEL_OUT:
    default:
      return g_strdup ("");
    }
}

/* “GPU, reduction: wave 1 of 3” */
static char *
tell_wave (const SystoleKernelPlan *plan, const SystoleKernelMoment *m)
{
  const SystoleKernelSchedule *s = &plan->schedule;
  const SystoleKernelLaunch *launch = &s->launches[m->launch];
  guint64 before = 0, all = 0;
  g_autofree char *wave = NULL, *waves = NULL;

  /* Counted over all kernels, as in the pictures. */
  for (guint i = 0; i < s->n_launches; i++)
    {
      before += i < m->launch ? s->launches[i].waves : 0;
      all += s->launches[i].waves;
    }
  wave = systole_number_format_count (before + MIN (m->wave, launch->waves - 1) + 1);
  waves = systole_number_format_count (all);

  if (s->n_launches == 1)
    /* Translators: which wave, of how many */
    return g_strdup_printf (_ ("GPU: wave %1$s of %2$s"), wave, waves);
  /* Translators: name of a kernel; which wave, of how many */
  return g_strdup_printf (_ ("GPU, %1$s: wave %2$s of %3$s"), _ (launch->title), wave, waves);
}

/**
 * systole_kernel_caption:
 *
 * Returns: (transfer full): what happens in this cycle and why, translated
 */
char *
systole_kernel_caption (const SystoleKernelPlan *plan, const SystoleMachine *machine, guint64 cycle)
{
  const SystoleKernelSchedule *s = &plan->schedule;
  SystoleKernelMoment m = systole_kernel_schedule_find (s, cycle);
  const char *unit = systole_machine_get_unit_word (machine);
  g_autofree char *wave = tell_wave (plan, &m), *units = systole_machine_count_units (machine, s->sms), *sm = NULL;
  guint with;

  if (m.stage == SYSTOLE_KERNEL_START && s->n_launches == 1)
    /* Translators: "SM" */
    return g_strdup_printf (_ ("GPU: the kernel is being launched; no %s has a block yet."), unit);
  if (m.stage == SYSTOLE_KERNEL_START)
    /* Translators: name of a kernel; "SM" */
    return g_strdup_printf (_ ("GPU: the %1$s is being launched; no %2$s has a block yet."), _ (s->launches[m.launch].title), unit);
  if (m.stage == SYSTOLE_KERNEL_OUT)
    return g_strdup (_ ("GPU: all blocks are done; their last bytes are on the way to memory."));
  sm = tell_sm (plan, systole_machine_get_maker (machine), unit, &m);
  with = systole_kernel_count_sms (s, m.segment, m.stage == SYSTOLE_KERNEL_TURN ? m.slot : 0);
  if (with == s->sms)
    /* Translators: "GPU: wave 1 of 3"; "132 SMs"; a sentence about one SM */
    return g_strdup_printf (P_ ("%1$s, its %2$s has a block. %3$s", "%1$s, all %2$s have a block. %3$s", s->sms), wave, units, sm);
  if (systole_kernel_why_without (&s->launches[m.launch], m.wave) != SYSTOLE_REASON_TAIL)
    /* Translators: "GPU: wave 2 of 3"; how many SMs; of how many: "132 SMs"; a sentence about one SM */
    return g_strdup_printf (P_ ("%1$s, %2$u of %3$s has a block, the others get theirs in the next wave. %4$s", "%1$s, %2$u of %3$s have a block, the others get theirs in the next wave. %4$s", with), wave, with, units, sm);
  /* Translators: "GPU: wave 3 of 3"; how many SMs; of how many: "132 SMs"; a sentence about one SM */
  return g_strdup_printf (P_ ("%1$s, %2$u of %3$s has a block, no tile is left for the others. %4$s", "%1$s, %2$u of %3$s have a block, no tile is left for the others. %4$s", with), wave, with, units, sm);
}
