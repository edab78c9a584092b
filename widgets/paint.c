#include "widgets/paint.h"
