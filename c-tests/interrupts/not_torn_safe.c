extern void reach_error(void);
static volatile unsigned short reading = 0x00ff;
void sample(void) { reading = reading == 0x00ff ? 0x0100 : 0x00ff; }
int main(void) {
  unsigned short now = reading;
  if (now != 0x00ff && now != 0x0100) reach_error();
  return 0;
}
