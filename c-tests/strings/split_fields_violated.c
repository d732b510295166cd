extern char __VERIFIER_nondet_char(void);
/* More commas than fields. */
int main(void) {
  char line[6], *field[3];
  int n = 0;
  for (int i = 0; i < 5; i++) line[i] = __VERIFIER_nondet_char() == ',' ? ',' : 'x';
  line[5] = 0;
  field[n++] = line;
  for (char *p = line; *p; p++)
    if (*p == ',') {
      *p = 0;
      field[n++] = p + 1;
    }
  return field[0] == line ? n : 0;
}
