// PortAudio's ring buffer, written and read in pieces of any size, for ever. What was read
// is at most what was written.
#include <assert.h>
#include <pa_ringbuffer.h>

extern int __VERIFIER_nondet_int(void);

enum { COUNT = 8 };

int main(void) {
  int storage[COUNT], in[COUNT], out[COUNT];
  for (int i = 0; i < COUNT; i++) in[i] = __VERIFIER_nondet_int();
  PaUtilRingBuffer buffer;
  if (PaUtil_InitializeRingBuffer(&buffer, sizeof(int), COUNT, storage)) return 0;
  for (;;) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > COUNT) return 0;
    ring_buffer_size_t written = PaUtil_WriteRingBuffer(&buffer, in, n);
    assert(written <= n);
    ring_buffer_size_t before = PaUtil_GetRingBufferReadAvailable(&buffer);
    ring_buffer_size_t read = PaUtil_ReadRingBuffer(&buffer, out, n);
    assert(read <= before);
  }
}
