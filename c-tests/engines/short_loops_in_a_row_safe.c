/* Short loops are gone round step by step: their closed forms would be slower. */
extern void reach_error(void);

int main(void) {
  unsigned checksum = 7;
  for (unsigned i = 0; i < 100; i++) checksum += 9;
  for (unsigned i = 0; i < 100; i++) checksum -= 4;
  if (checksum != 507) reach_error();
  return 0;
}
