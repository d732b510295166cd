extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
/* One bit goes round in a ring, and a record and its checksum are rewritten together unless
   two bits are set; what was there before is kept. That two never are is a matter of single
   bits, which IC3 finds; that the kept checksum is right then is one of words, and follows in
   two steps. k-induction may look at a ring with two bits for as long as nobody tells it, and
   IC3 never comes to an end of wrong checksums. */
static unsigned int checksum(unsigned int record) {
  return (record << 5 | record >> 27) + (record ^ 0x5a5a5a5au);
}
int main(void) {
  unsigned char ring = 1;
  unsigned int record = 0, sum = checksum(0), kept = record, kept_sum = sum;
  while (1) {
    if (kept_sum != checksum(kept)) reach_error();
    if (__VERIFIER_nondet_uint() && (ring & 5) == 5) reach_error();
    kept = record;
    kept_sum = sum;
    record = __VERIFIER_nondet_uint();
    if ((ring & 5) != 5) sum = checksum(record);
    if (__VERIFIER_nondet_uint()) ring = ring << 1 | ring >> 7;
  }
}
