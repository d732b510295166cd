// Nobody outside can get at the count.
extern int receive(char *buffer, int size);
extern void reach_error(void);

static int packets;
static char buffer[4];

int main(void) {
  for (int round = 0; round < 5; round++) {
    if (receive(buffer, 4) > 0) packets++;
    if (packets > 5) reach_error();
  }
  return 0;
}
