extern void reach_error(void);
union bits { unsigned u; float f; };
static float number(unsigned u) {
  union bits x = {u};
  return x.f;
}
/* The value is returned as it is, as by code for SSE. */
int main(void) {
  union bits x;
  x.f = number(0x7f800001u);
  if (x.u == 0x7f800001u) reach_error();
  return 0;
}
