// An index that an undefined function leaves is out of bounds, and that counts, though a pointer
// that it leaves would be valid.
static int at;
static char buffer[8];
extern void where(int *at);

int main(void) {
  where(&at);
  buffer[at] = 1;
  return 0;
}
