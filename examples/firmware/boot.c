#include "boot.h"

#include <string.h>

#include "crc.h"

static const uint8_t magic[4] = {'M', 'O', 'T', '1'};

static uint16_t read16(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }

static uint32_t read32(const uint8_t *at) {
  return read16(at) | (uint32_t)read16(at + 2) << 16;
}

static uint32_t table_end(uint16_t sections) {
  return BOOT_HEADER_BYTES + sections * BOOT_SECTION_BYTES;
}

static bool fits(const struct boot_section *section, uint32_t start, uint32_t size) {
#ifdef BUG_BOOT
  return section->offset >= start && section->offset + section->length <= size;
#else
  // Not offset + length <= size: the sum may wrap around.
  return section->offset >= start && section->offset <= size &&
         section->length <= size - section->offset;
#endif
}

enum boot_result boot_parse(const uint8_t *bytes, uint32_t count, struct boot_image *image) {
  if (count < BOOT_HEADER_BYTES) return BOOT_TOO_SHORT;
  if (memcmp(bytes, magic, sizeof magic) != 0) return BOOT_BAD_MAGIC;

  image->size = read32(bytes + 4);
  image->sections = read16(bytes + 8);
  image->crc = read16(bytes + 10);
  if (image->sections > BOOT_MAX_SECTIONS) return BOOT_TOO_MANY_SECTIONS;

  const uint32_t start = table_end(image->sections);
  if (image->size < start || image->size > count) return BOOT_BAD_SIZE;

  for (uint16_t i = 0; i < image->sections; i++) {
    const uint8_t *entry = bytes + table_end(i);
    struct boot_section *section = &image->section[i];
    section->offset = read32(entry);
    section->length = read32(entry + 4);
    section->address = read32(entry + 8);
    if (!fits(section, start, image->size)) return BOOT_BAD_SECTION;
  }
  return BOOT_OK;
}

enum boot_result boot_verify(const uint8_t *bytes, uint32_t count, const struct boot_image *image) {
  if (image->size < BOOT_HEADER_BYTES || image->size > count) return BOOT_BAD_SIZE;
  const uint16_t crc = crc_block(bytes + BOOT_HEADER_BYTES, image->size - BOOT_HEADER_BYTES);
  return crc == image->crc ? BOOT_OK : BOOT_BAD_CRC;
}

bool boot_load(const uint8_t *bytes, const struct boot_section *section, uint8_t *target,
               uint32_t room) {
  if (section->length > room) return false;
  memcpy(target, bytes + section->offset, section->length);
  return true;
}
