//! Programs with arrays, lists and buffers of any size.

use super::locks::HEADER;

/// An array of `elements` bytes is filled; then one of them, anywhere, is read.
pub fn arrays(elements: u32) -> String {
    format!(
        "{HEADER}  unsigned char a[{elements}];\n  \
         for (unsigned i = 0; i < {elements}; i++) a[i] = 5;\n  \
         unsigned k = (unsigned)__VERIFIER_nondet_int();\n  if (k >= {elements}) return 0;\n  \
         if (a[k] != 5) reach_error();\n  return 0;\n}}\n"
    )
}

/// A list of `nodes` nodes is built on the heap, walked and freed.
pub fn lists(nodes: u32) -> String {
    format!(
        "extern void *malloc(unsigned long);\nextern void free(void *);\n\
         struct node {{ int value; struct node *next; }};\n\
         {HEADER}  struct node *head = 0;\n  for (int i = 0; i < {nodes}; i++) {{\n    \
         struct node *node = malloc(sizeof *node);\n    node->value = i;\n    \
         node->next = head;\n    head = node;\n  }}\n  int expected = {nodes};\n  \
         while (head != 0) {{\n    struct node *next = head->next;\n    expected--;\n    \
         if (head->value != expected) reach_error();\n    free(head);\n    head = next;\n  }}\n  \
         if (expected != 0) reach_error();\n  return 0;\n}}\n"
    )
}

/// A buffer of `bytes` bytes is filled and copied as far as an arbitrary length; then one
/// of the bytes copied, anywhere, is read.
pub fn buffers(bytes: u32) -> String {
    format!(
        "extern void *memset(void *, int, unsigned long);\n\
         extern void *memcpy(void *, const void *, unsigned long);\n\
         {HEADER}  unsigned char from[{bytes}], to[{bytes}];\n  \
         unsigned length = (unsigned)__VERIFIER_nondet_int();\n  \
         unsigned k = (unsigned)__VERIFIER_nondet_int();\n  \
         if (length > {bytes} || k >= length) return 0;\n  memset(from, 7, {bytes});\n  \
         memcpy(to, from, length);\n  if (to[k] != 7) reach_error();\n  return 0;\n}}\n"
    )
}
