// The table gives what the definition gives, and a message with its CRC behind it has the CRC 0.
#include <assert.h>

#include "../crc.h"
#include "nondet.h"

#define MESSAGE 4u

void check_crc(void) {
  const uint16_t state = any_u16();
  const uint8_t byte = any_u8();
  assert(crc_table(state, byte) == crc_bitwise(state, byte));

  uint8_t message[MESSAGE + 2u];
  for (uint32_t i = 0; i < MESSAGE; i++) message[i] = any_u8();
  const uint16_t crc = crc_block(message, MESSAGE);
  message[MESSAGE] = (uint8_t)(crc >> 8);
  message[MESSAGE + 1u] = (uint8_t)crc;
  assert(crc_block(message, MESSAGE + 2u) == 0u);
}
