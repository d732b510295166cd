//! The model of calendar time against the host's library.

use std::fs;
use std::process::Command;

use crate::program::runtime;

/// What the model asks for; what it says of a date must hold.
const ASKED: &str = "#include <stdlib.h>
void __VERIFIER_assume(int holds) { if (!holds) abort(); }
_Bool __VERIFIER_nondet_bool(void) { return 0; }
int __VERIFIER_nondet_int(void) { return 0; }
unsigned char __VERIFIER_nondet_uchar(void) { return 0; }
size_t __llumc_room(const void *at) { return 0; }
size_t __llumc_find(const void *at, unsigned char c, size_t n) { return 0; }
size_t __llumc_mismatch(const void *a, const void *b, size_t n) { return 0; }
void __llumc_read(const void *at, size_t n) {}
";

#[test]
fn dates_are_those_of_the_host() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    let write = |name: &str, text: &str| fs::write(at.join(name), text).expect("written");
    write(runtime::HEADER, &runtime::header());
    write("blocks.h", include_str!("../passes/libc/models/blocks.h"));
    let model = include_str!("../passes/libc/models/time.c");
    let model = ["gmtime_r", "localtime_r", "gmtime", "localtime", "timegm", "mktime", "difftime"]
        .into_iter()
        .fold(model.to_owned(), |text, name| {
            text.replace(&format!("{name}("), &format!("model_{name}("))
        });
    write("model.c", &model.replace("model_model_", "model_"));
    write("asked.c", ASKED);
    write("test.c", include_str!("dates.c"));
    for width in ["-m64", "-m32"] {
        let mut build = Command::new("clang-22");
        build.args(["-O1", "-w", width, "-fno-builtin", "-idirafter/usr/include/x86_64-linux-gnu"]);
        build.args(["model.c", "asked.c", "test.c", "-o", "test"]).current_dir(at);
        assert!(build.status().expect("clang starts").success());
        let output = Command::new(at.join("test")).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("same"), "{said}");
    }
}
