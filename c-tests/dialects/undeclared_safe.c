/* As it was written before C99. */
extern void reach_error(void);
count = 3;
add(a, b)
  int a, b;
{
  return a + b;
}
main() {
  char text[8];
  strcpy(text, "abc");
  if (strlen(text) != add(count, 0)) reach_error();
  if (abs(-4) != twice(2)) reach_error();
  return 0;
}
twice(n) { return 2 * n; }
