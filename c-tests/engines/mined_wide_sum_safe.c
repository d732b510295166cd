/* A narrow counter and a wide sum: the counter does not wrap around below its limit. */
extern void reach_error(void);

int main(void) {
  unsigned long long bytes = 0;
  for (unsigned packets = 0; packets < 1500000; packets++) bytes += 3;
  if (bytes != 4500000) reach_error();
  return 0;
}
