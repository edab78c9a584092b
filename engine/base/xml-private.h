/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/base/xml.h"

/* Between the reader and the tree. */
void systole_xml_attribute_free (gpointer attribute);
void systole_xml_node_drop_blanks (SystoleXmlNode *self);
