extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
/* SLIP: the end mark does not occur inside, and what is unpacked is what was packed. */
enum { END = 0xc0, ESC = 0xdb, ESC_END = 0xdc, ESC_ESC = 0xdd };
#define N 3
int main(void) {
  unsigned char in[N], wire[2 * N], n = 0, m = 0;
  for (int i = 0; i < N; i++) {
    in[i] = __VERIFIER_nondet_uchar();
    if (in[i] == END || in[i] == ESC) {
      wire[n++] = ESC;
      wire[n++] = in[i] == END ? ESC_END : ESC_ESC;
    } else {
      wire[n++] = in[i];
    }
  }
  for (int i = 0; i < n; i++) {
    unsigned char byte = wire[i];
    if (byte == END) reach_error();
    if (byte == ESC) byte = wire[++i] == ESC_END ? END : ESC;
    if (byte != in[m++]) reach_error();
  }
  if (m != N) reach_error();
  return 0;
}
