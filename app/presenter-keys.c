/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/presenter-keys.h"

/* What keys mean while presenting, by the sign they give, not by their place. Clickers send
 * PageDown and PageUp, F5 and Escape in turn, and a period or a b. */

#define NONE ((GdkModifierType) 0)

static const struct
{
  guint keyval, keypad; /* keypad 0: none */
  GdkModifierType modifiers;
  gboolean letter;
  SystolePresenterKey key;
} keys[] = {
  { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, NONE, FALSE, SYSTOLE_PRESENTER_NEXT },
  { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, NONE, FALSE, SYSTOLE_PRESENTER_PREVIOUS },
  { GDK_KEY_Home, GDK_KEY_KP_Home, NONE, FALSE, SYSTOLE_PRESENTER_FIRST },
  { GDK_KEY_End, GDK_KEY_KP_End, NONE, FALSE, SYSTOLE_PRESENTER_LAST },
  { GDK_KEY_Right, GDK_KEY_KP_Right, NONE, FALSE, SYSTOLE_PRESENTER_STEP },
  { GDK_KEY_Left, GDK_KEY_KP_Left, NONE, FALSE, SYSTOLE_PRESENTER_STEP_BACK },
  { GDK_KEY_Right, GDK_KEY_KP_Right, GDK_SHIFT_MASK, FALSE, SYSTOLE_PRESENTER_NEXT_EVENT },
  { GDK_KEY_Left, GDK_KEY_KP_Left, GDK_SHIFT_MASK, FALSE, SYSTOLE_PRESENTER_PREVIOUS_EVENT },
  { GDK_KEY_space, GDK_KEY_KP_Space, NONE, FALSE, SYSTOLE_PRESENTER_PLAY },
  { GDK_KEY_Down, GDK_KEY_KP_Down, GDK_CONTROL_MASK, FALSE, SYSTOLE_PRESENTER_SLOWER },
  { GDK_KEY_Up, GDK_KEY_KP_Up, GDK_CONTROL_MASK, FALSE, SYSTOLE_PRESENTER_FASTER },
  { GDK_KEY_F5, 0, NONE, FALSE, SYSTOLE_PRESENTER_STAY },
  { GDK_KEY_F5, 0, GDK_SHIFT_MASK, FALSE, SYSTOLE_PRESENTER_STAY },
  { GDK_KEY_Escape, 0, NONE, FALSE, SYSTOLE_PRESENTER_ESCAPE },
  { GDK_KEY_Return, GDK_KEY_KP_Enter, NONE, FALSE, SYSTOLE_PRESENTER_REVEAL },
  { GDK_KEY_BackSpace, 0, NONE, FALSE, SYSTOLE_PRESENTER_REMOVE },
  { GDK_KEY_F9, 0, GDK_SHIFT_MASK, FALSE, SYSTOLE_PRESENTER_EXPLAIN },
  { GDK_KEY_b, 0, NONE, TRUE, SYSTOLE_PRESENTER_BLACK },
  { GDK_KEY_period, 0, NONE, TRUE, SYSTOLE_PRESENTER_BLACK },
  { GDK_KEY_w, 0, NONE, TRUE, SYSTOLE_PRESENTER_WHITE },
  { GDK_KEY_comma, 0, NONE, TRUE, SYSTOLE_PRESENTER_WHITE },
  { GDK_KEY_l, 0, NONE, TRUE, SYSTOLE_PRESENTER_SPOTLIGHT },
  { GDK_KEY_p, 0, NONE, TRUE, SYSTOLE_PRESENTER_PEN },
  { GDK_KEY_n, 0, NONE, TRUE, SYSTOLE_PRESENTER_NOTES },
};

/**
 * systole_presenter_find_key:
 * @modifiers: of which Shift, Control and Alt count
 * @number: (out): of a digit
 */
gboolean
systole_presenter_find_key (guint keyval, GdkModifierType modifiers, gboolean letters, SystolePresenterKey *key, guint *number)
{
  GdkModifierType held = modifiers & (GDK_SHIFT_MASK | GDK_CONTROL_MASK | GDK_ALT_MASK);
  guint lower = gdk_keyval_to_lower (keyval);

  *number = 0;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      /* Signs that some keyboards give only with Shift, and letters under Caps Lock. */
      GdkModifierType counted = keys[i].letter ? held & ~GDK_SHIFT_MASK : held;

      if ((lower == keys[i].keyval || (keys[i].keypad != 0 && lower == keys[i].keypad)) && counted == keys[i].modifiers && (letters || !keys[i].letter))
        {
          *key = keys[i].key;
          return TRUE;
        }
    }
  if ((held & ~GDK_SHIFT_MASK) != 0)
    return FALSE;
  if (keyval >= GDK_KEY_1 && keyval <= GDK_KEY_9)
    *number = keyval - GDK_KEY_0;
  else if (keyval >= GDK_KEY_KP_1 && keyval <= GDK_KEY_KP_9)
    *number = keyval - GDK_KEY_KP_0;
  *key = SYSTOLE_PRESENTER_DIGIT;
  return *number > 0;
}
