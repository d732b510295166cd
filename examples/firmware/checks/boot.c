// Whatever an image holds: nothing outside of it is read, and what is taken lies behind the table.
#include <assert.h>

#include "../boot.h"
#include "nondet.h"

#define LONGEST 64u

void check_boot(void) {
  uint8_t bytes[LONGEST];
  for (uint32_t i = 0; i < LONGEST; i++) bytes[i] = any_u8();
  const uint32_t count = any_u32();
  assume(count <= LONGEST);

  struct boot_image image;
  if (boot_parse(bytes, count, &image) != BOOT_OK) return;
  assert(image.sections <= BOOT_MAX_SECTIONS && image.size <= count);
  (void)boot_verify(bytes, &image);
  for (uint16_t i = 0; i < image.sections; i++) {
    const struct boot_section *section = &image.section[i];
    assert(section->offset >= BOOT_HEADER_BYTES + BOOT_SECTION_BYTES * image.sections);
    uint8_t ram[16];
    (void)boot_load(bytes, section, ram, sizeof ram);
  }
}
