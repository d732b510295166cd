/* Loops over addresses as integers, within an object and one past it. */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int table[8];

int main(void) {
  unsigned long at = (unsigned long)table, end = (unsigned long)(table + 8);
  int rounds = 0;
  while (at < end) {
    *(int *)at = rounds++;
    at += sizeof(int);
  }
  if (rounds != 8 || table[7] != 7) reach_error();
  return 0;
}
