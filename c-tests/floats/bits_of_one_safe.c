extern void reach_error(void);
union both { double number; unsigned long bits; };
/* The bits of 2. */
int main(void) {
  union both u;
  u.number = 1.0;
  u.number += 1.0;
  if (u.bits != 0x4000000000000000ul) reach_error();
  return 0;
}
