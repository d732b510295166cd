extern void reach_error(void);
/* The definition has two parameters: what such a call does is not followed. */
int first(a, b)
  int a, b;
{
  return a;
}
int main() {
  return twice(1);
}
int twice(int a, int b) { return first(a, b) * b; }
