// The header of a firmware image, as it comes over the bus: not a byte of it can be trusted.
//
//   0  magic "MOT1"        4 bytes       then for each section
//   4  size of the image   4 bytes         offset in the image  4 bytes
//   8  number of sections  2 bytes         length               4 bytes
//  10  CRC of all behind   2 bytes         address to load it   4 bytes
//
// All numbers have their least significant byte first.
#ifndef BOOT_H
#define BOOT_H

#include <stdbool.h>
#include <stdint.h>

#define BOOT_MAX_SECTIONS 3u
#define BOOT_HEADER_BYTES 12u
#define BOOT_SECTION_BYTES 12u

struct boot_section {
  uint32_t offset;
  uint32_t length;
  uint32_t address;
};

struct boot_image {
  uint32_t size;
  uint16_t crc;
  uint16_t sections;
  struct boot_section section[BOOT_MAX_SECTIONS];
};

enum boot_result {
  BOOT_OK,
  BOOT_TOO_SHORT,
  BOOT_BAD_MAGIC,
  BOOT_BAD_SIZE,
  BOOT_TOO_MANY_SECTIONS,
  BOOT_BAD_SECTION,
  BOOT_BAD_CRC,
};

// Reads the header. If it says BOOT_OK all sections lie within the bytes, behind the table.
enum boot_result boot_parse(const uint8_t *bytes, uint32_t count, struct boot_image *image);

// Whether the bytes are the ones that the header was made for. It need not come from boot_parse.
enum boot_result boot_verify(const uint8_t *bytes, uint32_t count, const struct boot_image *image);

// Copies a section to where it is needed. The room is that of the target, in bytes.
bool boot_load(const uint8_t *bytes, const struct boot_section *section, uint8_t *target,
               uint32_t room);

#endif
