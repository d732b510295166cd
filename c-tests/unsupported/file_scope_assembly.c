static int x __attribute__((used)) = 1;
void set(void);
__asm__(".globl set\nset: movl $7, x(%rip)\n ret\n");
extern void reach_error(void);
int main(void) {
  set();
  if (x != 1) reach_error();
  return 0;
}
