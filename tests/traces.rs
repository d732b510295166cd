//! What traces tell of objects on the heap and of texts: which object, which field, which
//! value.

#![cfg(feature = "llvm")]

use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;

/// In the first line of all programs.
const HEAD: &str = "extern void *malloc(unsigned long), *calloc(unsigned long, unsigned long); \
     extern void free(void *), exit(int), reach_error(void); \
     extern char *strcpy(char *, const char *); extern int strcmp(const char *, const char *); ";

/// The text of the report of a program, from the first violation on; the file is `a.c`.
fn report(program: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = format!("{HEAD}{program}");
    std::fs::write(folder.path().join("a.c"), text).expect("written");
    let output = Command::cargo_bin("llumc")
        .expect("the binary")
        .args(["check", "--quiet", "--verbose", "--no-native-replay", "--jobs", "1", "a.c"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let start = text.find("violated:").unwrap_or_else(|| panic!("no violation:\n{text}"));
    text[start..].to_owned()
}

/// What a report says of changes, and why an access is invalid.
fn told(report: &str) -> Vec<&str> {
    let (violation, _) = report.split_once("replayed:").expect("a violation");
    let (head, trace) = violation.split_once("trace (").expect("a trace");
    let because = head.lines().filter(|line| line.contains("because"));
    let changes = trace.lines().filter(|line| line.ends_with(')') && line.contains(" = "));
    let changes = changes.filter(|line| line.starts_with("         "));
    because.chain(changes).map(str::trim).collect()
}

#[track_caller]
fn check(program: &str, expected: &[&str]) {
    let report = report(program);
    assert_eq!(told(&report), expected, "{report}");
}

#[test]
fn lists_are_told_by_their_fields() {
    check(
        "struct node { int value; struct node *next; };
static struct node *push(struct node *head, int value) {
  struct node *new = malloc(sizeof *new);
  new->value = value;
  new->next = head;
  return new;
}
int main(void) {
  struct node *list = push(push(0, 1), 2);
  free(list->next);
  if (list->next->value == 1 && list->value == 2) return 1;
}
",
        &[
            "because the address is heap object 1 of a.c:3:22, which was freed (a.c:10:3)",
            "head = NULL  (struct node *)",
            "value = 1  (int)",
            "new = heap object 1 of a.c:3:22  (struct node *)",
            "heap object 1 of a.c:3:22, .value = 1  (int)",
            "head = heap object 1 of a.c:3:22  (struct node *)",
            "value = 2  (int)",
            "new = heap object 2 of a.c:3:22  (struct node *)",
            "heap object 2 of a.c:3:22, .next = heap object 1 of a.c:3:22  (struct node *)",
            "list = heap object 2 of a.c:3:22  (struct node *)",
        ],
    );
}

#[test]
fn instances_and_untyped_allocators() {
    check(
        "struct node { struct node *next; int value; };
static void *make(unsigned long size) {
  void *object = malloc(size);
  if (!object) exit(1);
  return object;
}
int main(void) {
  struct node *list = 0;
  for (int i = 1; i <= 2; i++) {
    struct node *new = make(sizeof *new);
    new->value = 10 * i;
    new->next = list;
    list = new;
  }
  if (list->next->value + list->value == 30) reach_error();
}
",
        &[
            "list = NULL  (struct node *)",
            "i = 1  (int)",
            "size = 16  (unsigned long)",
            "object = heap object 1 of a.c:3:18  (void *)",
            "new = heap object 1 of a.c:3:18  (struct node *)",
            "heap object 1 of a.c:3:18, .value = 10  (int)",
            "heap object 1 of a.c:3:18, .next = NULL  (struct node *)",
            "list = heap object 1 of a.c:3:18  (struct node *)",
            "i = 2  (int)",
            "object = heap object 2 of a.c:3:18  (void *)",
            "new = heap object 2 of a.c:3:18  (struct node *)",
            "heap object 2 of a.c:3:18, .value = 20  (int)",
            "heap object 2 of a.c:3:18, .next = heap object 1 of a.c:3:18  (struct node *)",
            "list = heap object 2 of a.c:3:18  (struct node *)",
            "i = 3  (int)",
        ],
    );
}

#[test]
fn objects_that_other_objects_point_to() {
    check(
        "typedef struct tree { struct tree *child[2]; char key; short count; } tree_t;
static tree_t *root;
int main(void) {
  root = calloc(1, sizeof *root);
  root->child[1] = calloc(1, sizeof *root);
  root->child[1]->count = 17;
  root->child[1]->key = 'q';
  if (root->child[1]->count == 17 && root->child[1]->key == 'q') reach_error();
}
",
        &[
            "root = NULL  (tree_t *)",
            "root = heap object of a.c:4:10  (tree_t *)",
            "heap object of a.c:4:10, .child[1] = heap object of a.c:5:20  (struct tree *)",
            "heap object of a.c:5:20, .count = 17  (short)",
            "heap object of a.c:5:20, .key = 113 ('q')  (char)",
        ],
    );
}

#[test]
fn arrays_and_what_lies_behind_them() {
    check(
        "struct pair { int a, b; };
int main(void) {
  struct pair *all = malloc(2 * sizeof *all);
  for (int i = 0; i < 2; i++) all[i].b = i + 7;
  if (all[0].b == 7 && all[1].b == 8) all[2].a = 1;
}
",
        &[
            "because the address is heap object of a.c:3:22 + 16 bytes, and the object has 16 bytes",
            "all = heap object of a.c:3:22  (struct pair *)",
            "i = 0  (int)",
            "heap object of a.c:3:22, [0].b = 7  (int)",
            // Whatever it is.
            "heap object of a.c:3:22, [1].b = 0  (int)",
            "i = 1  (int)",
            "heap object of a.c:3:22, [1].b = 8  (int)",
            "i = 2  (int)",
        ],
    );
}

#[test]
fn texts() {
    check(
        "struct person { int age; char name[6]; };
int main(void) {
  char buffer[8] = \"\";
  strcpy(buffer, \"say \\\"x\\n\");
  buffer[0] = 'b';
  struct person *p = malloc(sizeof *p);
  strcpy(p->name, \"a\\tz\");
  if (strcmp(p->name, \"a\\tz\") == 0 && strcmp(buffer, \"bay \\\"x\\n\") == 0) reach_error();
}
",
        &[
            r#"buffer = ""  (char[])"#,
            r#"buffer = "say \"x\n"  (char[])"#,
            "buffer[0] = 98 ('b')  (char)",
            "p = heap object of a.c:6:22  (struct person *)",
            r#"heap object of a.c:6:22, .name = "a\tz"  (char[])"#,
        ],
    );
}

/// Why the violation in a program happens.
#[track_caller]
fn because(program: &str, expected: &str) {
    let report = report(program);
    assert_eq!(told(&report).first(), Some(&expected), "{report}");
}

#[test]
fn variables_have_a_place_and_an_end() {
    because(
        "int *keep;
static void leak(int v) {
  int local[3] = {v, v, v};
  keep = &local[1];
}
int main(void) {
  leak(4);
  return *keep;
}
",
        "because the address is &local[1] (local of a.c:3), which lives no more since a.c:5:1",
    );
    because(
        "int main(void) {
  int *p;
  { p = (int[]){1, 2}; }
  return p[1];
}
",
        "because the address is &compound literal + 4 bytes (compound literal of a.c:3:16), \
         which lives no more since a.c:4:10",
    );
    because(
        "extern int __VERIFIER_nondet_int(void);
int table[3];
int main(void) {
  return table[(__VERIFIER_nondet_int() & 1) + 2] + table[3];
}
",
        "because the address is &table + 12 bytes (table of a.c:2), and the object has 12 bytes",
    );
    because(
        "static const int fixed = 3;
int main(void) {
  free((void *)&fixed);
}
",
        "because the address is &fixed (fixed of a.c:1), which is not on the heap",
    );
}

#[test]
fn accesses_of_blocks_have_a_size() {
    because(
        "int main(void) {
  char *p = malloc(2);
  strcpy(p, \"ab\");
}
",
        "because the address is heap object of a.c:2:13, 3 bytes are accessed, and the object has 2 \
         bytes",
    );
}

#[test]
fn pointers_are_told_as_what_they_point_to() {
    check(
        "struct inner { char tag[2]; };
typedef struct { struct inner first; struct inner *next; } outer_t;
int main(void) {
  outer_t b[2] = {{{\"x\"}, 0}, {{\"y\"}, &b[0].first}};
  outer_t *whole = &b[1];
  struct inner *part = &b[1].first;
  const char *text = b[1].first.tag;
  void *any = b;
  if (whole->next->tag[0] == 'x' && *text == 'y' && any && part) reach_error();
}
",
        &[
            "b[0].first.tag[0] = 120 ('x')  (char)",
            "b[0].next = NULL  (struct inner *)",
            "b[1].first.tag[0] = 121 ('y')  (char)",
            "b[1].next = &b[0].first  (struct inner *)",
            "whole = &b[1]  (outer_t *)",
            "part = &b[1].first  (struct inner *)",
            "text = &b[1].first.tag[0]  (const char *)",
            "any = &b[0]  (void *)",
        ],
    );
}

#[test]
fn the_parts_of_an_input_are_one_line() {
    let report = report("int main(int argc, char **argv) { return argv[0][0]; }\n");
    let inputs = report.lines().map(str::trim).filter(|line| line.starts_with("argument "));
    let inputs: Vec<&str> = inputs.collect();
    let expected: Vec<String> =
        (0..3).map(|index| format!("argument {index} = 0 ×16  (a.c:1)")).collect();
    assert_eq!(inputs, expected, "{report}");
}
