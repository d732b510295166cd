/* Compiled to one instruction, which has no check. */
_Atomic int count = 2147483647;
int main(void) {
  count++;
  return 0;
}
