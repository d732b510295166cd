extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void exit(int);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 3 + 1;
  char a[n];
  char *heap = malloc(1);
  a[0] = *heap = 1;
  free(heap);
  exit(a[0]);
}
