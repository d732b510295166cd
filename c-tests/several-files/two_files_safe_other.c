#include "two_files.h"
static int twice(int a) { return a * 3; }
int other(int a) { return twice(a); }
