extern void reach_error(void);
#define SIZE 4u
static volatile unsigned count, in, out;
static volatile unsigned char ring[SIZE];
/* Both sides change the number of what is there. */
void receive(void) {
  if (count == SIZE) return;
  ring[in] = 1;
  in = (in + 1) % SIZE;
  count++;
}
int main(void) {
  for (;;) {
    if (count == 0) continue;
    ring[out] = 0;
    out = (out + 1) % SIZE;
    count--;
    if (count == 0 && in != out) reach_error();
    if (count > SIZE) reach_error();
  }
}
