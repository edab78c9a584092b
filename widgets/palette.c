#include "widgets/palette.h"
