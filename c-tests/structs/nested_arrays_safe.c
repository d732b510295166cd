extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* Arrays of structs with arrays, indexed by inputs. */
struct sensor { unsigned char id; unsigned char sample[3]; };
static struct sensor sensors[3] = {{.id = 1}, {.id = 2}, {.id = 3}};
int main(void) {
  unsigned char s = __VERIFIER_nondet_uchar(), k = __VERIFIER_nondet_uchar();
  if (s >= 3 || k >= 3) return 0;
  sensors[s].sample[k] = 200;
  for (int i = 0; i < 3; i++) {
    if (sensors[i].id != i + 1) reach_error();
    for (int j = 0; j < 3; j++)
      if (sensors[i].sample[j] != (i == s && j == k ? 200 : 0)) reach_error();
  }
  return 0;
}
