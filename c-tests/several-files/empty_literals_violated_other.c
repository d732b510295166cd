const char *other(void) { return ""; }
