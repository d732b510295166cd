extern void reach_error(void);
/* A small interpreter that jumps from instruction to instruction. */
static int run(const unsigned char *code) {
  static void *const labels[] = {&&increment, &&twice, &&end};
  int result = 1;
  goto *labels[*code++];
increment:
  result++;
  goto *labels[*code++];
twice:
  result *= 2;
  goto *labels[*code++];
end:
  return result;
}
int main(void) {
  static const unsigned char code[] = {0, 1, 2};
  if (run(code) != 4) reach_error();
  return 0;
}
