int shared = 2;
void tick(void) { shared += 2; }
