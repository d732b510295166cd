extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* A write through a pointer to the whole struct runs over from one member to the next. */
struct record { unsigned char name[4]; unsigned char admin; };
int main(void) {
  struct record r = {{0}, 0};
  unsigned char *bytes = (unsigned char *)&r;
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > sizeof r) return 0;
  for (int i = 0; i < n; i++) bytes[i] = 'a';
  if (r.admin) reach_error();
  return 0;
}
