extern void reach_error(void);
/* What the headers make of strtol for C23. */
extern long __isoc23_strtol(const char *text, char **end, int base);
extern unsigned long __isoc23_strtoul(const char *text, char **end, int base);
extern long strtol(const char *text, char **end, int base);
int main(void) {
  char *end;
  if (__isoc23_strtol("0b101", 0, 0) != 5 || strtol("0b101", &end, 0) != 0 || *end != 'b')
    reach_error();
  if (__isoc23_strtol("-0B11x", &end, 2) != -3 || *end != 'x') reach_error();
  if (__isoc23_strtoul("0b2", &end, 0) != 0 || *end != 'b') reach_error();
  if (__isoc23_strtol("0xff", 0, 0) != 255 || __isoc23_strtol("17", 0, 8) != 15) reach_error();
  return 0;
}
