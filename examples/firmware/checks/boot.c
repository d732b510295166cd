// Whatever an image holds: nothing outside of it is read, and no section lies outside of it.
#include <assert.h>

#include "../boot.h"
#include "nondet.h"

#define LONGEST 64u

static uint32_t any_count(void) {
  const uint32_t count = any_u32();
  assume(count <= LONGEST);
  return count;
}

void check_boot(void) {
  uint8_t bytes[LONGEST]; // not initialised: any bytes
  struct boot_image image;
  const uint32_t count = any_count();
  if (boot_parse(bytes, count, &image) != BOOT_OK) return;
  assert(image.sections <= BOOT_MAX_SECTIONS && image.size <= count);

  const uint32_t behind_table = BOOT_HEADER_BYTES + BOOT_SECTION_BYTES * image.sections;
  for (uint16_t i = 0; i < image.sections; i++) {
    const struct boot_section *section = &image.section[i];
    assert(section->offset >= behind_table);
    uint8_t ram[16];
    (void)boot_load(bytes, section, ram, sizeof ram);
  }
}

void check_boot_crc(void) {
  uint8_t bytes[LONGEST];
  const uint32_t count = any_count();
  const struct boot_image image = {.size = any_u32(), .crc = any_u16()};
  (void)boot_verify(bytes, count, &image);
}
