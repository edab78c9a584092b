/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/kernel/kernel-caption.h"

#include "engine/base/i18n.h"
#include "engine/base/number.h"

/* What happens in a cycle and why, in a sentence about the chip and one about its first SM. */

static char *
tell_sm (const SystoleKernelPlan *plan, const SystoleKernelMoment *m)
{
  const SystoleKernelLaunch *launch = &plan->schedule.launches[m->launch];
  guint waiting = m->segment->slots - 1;

  switch (m->stage)
    {
    case SYSTOLE_KERNEL_LEAD:
    case SYSTOLE_KERNEL_PROLOGUE:
      return g_strdup (_ ("SM: its blocks wait for their first bytes."));
    case SYSTOLE_KERNEL_EPILOGUE:
      return g_strdup (_ ("SM: its blocks store their results."));
    case SYSTOLE_KERNEL_TURN:
      if (m->phase == launch->n_phases)
        return g_strdup_printf (P_ ("SM: its block waits for its bytes.", "SM: all %u blocks wait for their bytes.", waiting + 1), waiting + 1);
      if (waiting == 0)
        /* Translators: %s is what the block does: “takes exponentials” */
        return g_strdup_printf (_ ("SM: its block %s."), _ (launch->phases[m->phase].text));
      /* Translators: %1$s is what one block does: “takes exponentials”; how many others wait */
      return g_strdup_printf (P_ ("SM: one block %1$s, %2$u other waits for its turn.", "SM: one block %1$s, %2$u others wait for their turns.", waiting), _ (launch->phases[m->phase].text), waiting);
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
systole_kernel_caption (const SystoleKernelPlan *plan, guint64 cycle)
{
  const SystoleKernelSchedule *s = &plan->schedule;
  SystoleKernelMoment m = systole_kernel_schedule_find (s, cycle);
  g_autofree char *wave = tell_wave (plan, &m), *sm = NULL;
  guint with;

  if (m.stage == SYSTOLE_KERNEL_START && s->n_launches == 1)
    return g_strdup (_ ("GPU: the kernel is being launched; no SM has a block yet."));
  if (m.stage == SYSTOLE_KERNEL_START)
    /* Translators: name of a kernel */
    return g_strdup_printf (_ ("GPU: the %s is being launched; no SM has a block yet."), _ (s->launches[m.launch].title));
  if (m.stage == SYSTOLE_KERNEL_OUT)
    return g_strdup (_ ("GPU: all blocks are done; their last bytes are on the way to memory."));
  sm = tell_sm (plan, &m);
  with = systole_kernel_count_sms (s, m.segment, m.stage == SYSTOLE_KERNEL_TURN ? m.slot : 0);
  if (with == s->sms)
    /* Translators: "GPU: wave 1 of 3"; number of SMs; a sentence about one SM */
    return g_strdup_printf (P_ ("%s, the %u SM has a block. %s", "%s, all %u SMs have a block. %s", s->sms), wave, s->sms, sm);
  /* Translators: "GPU: wave 3 of 3"; how many SMs; of how many; a sentence about one SM */
  return g_strdup_printf (P_ ("%1$s, %2$u of %3$u SMs has a block, no tile is left for the others. %4$s", "%1$s, %2$u of %3$u SMs have a block, no tile is left for the others. %4$s", with), wave, with, s->sms, sm);
}
