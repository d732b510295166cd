extern int count;
void bump(void) { count++; }
