//! Which files of a project belong to a program, and what its compile commands say: small projects
//! whose verdict is another one if a file or an option is passed over.

#![cfg(feature = "llvm")]

use std::process::Command;

use assert_cmd::cargo::CommandCargoExt;
use serde_json::json;

const ERROR: &str = "extern void __VERIFIER_error(void);\n";

/// What comes of a check.
struct Checked {
    code: Option<i32>,
    text: String,
}

/// Checks a project of these files, each compiled by `cc` with these options, with more arguments.
fn check(options: &str, files: &[(&str, &str)], more: &[&str]) -> Checked {
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, *text, options)).collect();
    check_each(&files, more)
}

/// The same, each with options of its own.
fn check_each(files: &[(&str, &str, &str)], more: &[&str]) -> Checked {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("written");
    };
    for (name, text, _) in files {
        write(name, &format!("{ERROR}{text}\n"));
    }
    write("two.h", "#define K 2\n");
    let unit = |(name, _, options): &(&str, &str, &str)| json!({ "directory": ".", "file": name, "command": format!("cc {options} -c {name}") });
    let commands: Vec<_> = files.iter().filter(|it| it.0.ends_with(".c")).map(unit).collect();
    write("compile_commands.json", &json!(commands).to_string());
    let output = Command::cargo_bin("llumc")
        .expect("the binary")
        .args(["check", "--quiet", "--timeout", "60", "-p", "unreach-call"])
        .args(["--compile-commands", "."])
        .args(more)
        .current_dir(&folder)
        .output()
        .expect("it runs");
    let text = [output.stdout, output.stderr].concat();
    Checked { code: output.status.code(), text: String::from_utf8_lossy(&text).into_owned() }
}

/// A weak definition that the program has does not hide the strong one in another file.
#[test]
fn the_strong_definition_counts() {
    for (options, main, other) in [
        ("", "__attribute__((weak)) int f(void) { return 1; }", "int f(void) { return 2; }"),
        ("", "#pragma weak f\nint f(void) { return 1; }", "int f(void) { return 2; }"),
        ("-fcommon", "int v;\nstatic int f(void) { return v; }", "int v = 2;"),
        ("", "__attribute__((weak)) int v = 1;\nstatic int f(void) { return v; }", "int v = 2;"),
        (
            "",
            "static int g(void) { return 1; }\nint f(void) __attribute__((weak, alias(\"g\")));",
            "int f(void) { return 2; }",
        ),
        (
            "",
            "extern inline __attribute__((gnu_inline)) int f(void) { return 1; }",
            "int f(void) { return 2; }",
        ),
    ] {
        let main = format!("{main}\nint main(void) {{ if (f() == 2) __VERIFIER_error(); }}");
        for files in
            [[("main.c", &main[..]), ("two.c", other)], [("two.c", other), ("main.c", &main)]]
        {
            let Checked { code, text } = check(options, &files, &[]);
            assert_eq!(code, Some(1), "{main}: {text}");
        }
    }
    // Neither of two in files that are linked anyway, nor a weak one in a file that is not.
    let main = "int f(void) { return 2; }\nint main(void) { if (f() == 1) __VERIFIER_error(); }";
    let weak = "__attribute__((weak)) int f(void) { return 1; }";
    for more in [&[][..], &["main.c", "weak.c"]] {
        let Checked { code, text } = check("", &[("main.c", main), ("weak.c", weak)], more);
        assert_eq!(code, Some(0), "{text}");
    }
}

/// Second names, and functions that the loader chooses, are definitions.
#[test]
fn second_names_are_definitions() {
    let main = "int f(void);\nint main(void) { if (f() == 2) __VERIFIER_error(); }";
    let alias = "static int g(void) { return 2; }\nint f(void) __attribute__((alias(\"g\")));";
    let Checked { code, text } = check("", &[("main.c", main), ("two.c", alias)], &[]);
    assert_eq!(code, Some(1), "{text}");
    let variable = "extern int f;\nint main(void) { if (f == 2) __VERIFIER_error(); }";
    let alias = "static int g = 2;\nextern int f __attribute__((alias(\"g\")));";
    let Checked { code, text } = check("", &[("main.c", variable), ("two.c", alias)], &[]);
    assert_eq!(code, Some(1), "{text}");
    let chosen = "static int g(void) { return 2; }\nstatic void *r(void) { return g; }\n\
                  int f(void) __attribute__((ifunc(\"r\")));";
    let Checked { text, .. } =
        check("", &[("main.c", main), ("two.c", chosen)], &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["units"].as_array().map(Vec::len), Some(2), "{text}");
}

#[test]
fn what_is_not_clear_is_refused_or_listed() {
    let main = "__attribute__((weak)) int f(void) { return 1; }\n\
                int main(void) { if (f() == 2) __VERIFIER_error(); }";
    let strong = "int f(void) { return 2; }";
    // Two that could be meant, until one is named.
    let files = [("main.c", main), ("a.c", strong), ("b.c", strong)];
    let Checked { code, text } = check("", &files, &[]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("'f' is defined in several files of the project"), "{text}");
    assert_eq!(check("", &files, &["main.c", "b.c"]).code, Some(1));
    let Checked { code, text } = check("", &files, &["main.c", "a.c", "b.c"]);
    assert_eq!(code, Some(3), "{text}");
    assert!(
        text.contains("'f' is defined in ") && text.contains("a.c") && text.contains("b.c"),
        "{text}"
    );
    // One of another program.
    let other = "int f(void) { return 2; }\nint main(void) { return 0; }";
    let files = [("main.c", main), ("other.c", other)];
    let Checked { code, text } = check("", &files, &["main.c"]);
    assert_eq!(code, Some(0), "{text}");
    let listed = "other.c defines f in the place of a weak definition, and is not linked: it defines \
                  also main, as ";
    assert!(text.contains(listed) && text.contains("[files-left-out]"), "{text}");
    assert_eq!(check("", &files, &["main.c", "--refuse", "files-left-out"]).code, Some(2));
    // Functions that run by themselves.
    let main = "int g;\nint main(void) { if (g == 2) __VERIFIER_error(); }";
    let other = "extern int g;\n__attribute__((constructor)) static void c(void) { g = 2; }";
    let files = [("main.c", main), ("other.c", other)];
    let Checked { code, text } = check("", &files, &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("other.c has functions that run by themselves"), "{text}");
    assert_eq!(check("", &files, &["main.c", "other.c"]).code, Some(1));
}

#[test]
fn options_that_mean_something_count_in_any_spelling() {
    let main = "#ifndef K\n#define K 1\n#endif\nint main(void) { if (K == 2) __VERIFIER_error(); }";
    for options in [
        "-DK=1 -Wp,-UK,-DK=2",
        "--define-macro=K=2",
        "--define-macro K=2",
        "--include=two.h",
        "--include two.h",
        "--imacros=two.h",
        "-Xclang -DK=2",
        "-Xpreprocessor -DK=2",
        "-O2 -DK=__OPTIMIZE__+1",
        "-Os -DK=__OPTIMIZE_SIZE__+1",
        "-fstack-protector-all -DK=__SSP_ALL__-1",
        "-fno-hosted -DK=2-__STDC_HOSTED__",
    ] {
        let Checked { code, text } = check(options, &[("main.c", main)], &[]);
        assert_eq!(code, Some(1), "{options}: {text}");
    }
    // Neither clang nor we can do these.
    for options in ["-funsigned-bitfields", "-finstrument-functions"] {
        let Checked { code, text } = check(options, &[("main.c", main)], &[]);
        assert_eq!(code, Some(3), "{options}: {text}");
    }
    let Checked { code, text } = check("-fplugin=x.so -Wall -O1", &[("main.c", main)], &[]);
    assert_eq!(code, Some(0), "{text}");
    let told = "compile_commands.json: options that are not known are passed over: -fplugin=x.so\n";
    assert!(text.contains(told), "{text}");
    // What the user says counts more, whichever way.
    for more in [&["-D", "K=2"][..], &["--", "-DK=2"]] {
        let Checked { code, text } = check("-DK=1", &[("main.c", main)], more);
        assert_eq!(code, Some(1), "{more:?}: {text}");
    }
}

/// One file, two programs.
#[test]
fn a_file_that_is_compiled_twice_is_told() {
    let main = "int main(void) { if (K == 2) __VERIFIER_error(); }";
    let files = [("main.c", main, "-DK=1"), ("main.c", main, "-DK=2")];
    let Checked { code, text } = check_each(&files, &[]);
    assert_eq!(code, Some(0), "{text}");
    let told = "main.c is compiled several times in different ways; it is taken as the first entry";
    assert!(text.contains(told), "{text}");
}

/// With optimisation, headers of the C library have other bodies and names.
#[test]
fn optimised_headers_are_understood() {
    let main = "#include <ctype.h>\n#include <string.h>\n\
                int main(void) { char a[4], c = 'A'; strcpy(a, \"abc\"); \
                if (tolower(c) != 'a' || toupper(a[1]) != 'B' || strlen(a) != 3) __VERIFIER_error(); }";
    let options = "-O2 -D_FORTIFY_SOURCE=2";
    let Checked { code, text } = check(options, &[("main.c", main)], &["-p", "valid-deref"]);
    assert_eq!(code, Some(0), "{text}");
}

/// A file for another machine in the same compile commands.
#[test]
fn files_for_other_machines_do_not_decide() {
    let wide = "int main(void) { if (sizeof(long) == 8) __VERIFIER_error(); }";
    let narrow = "int other(void) { return 1; }";
    for options in ["-m32", "--target=arm-none-eabi"] {
        let files = [("m.c", wide, ""), ("b.c", narrow, options)];
        let Checked { code, text } = check_each(&files, &[]);
        assert_eq!(code, Some(3), "{text}");
        assert!(text.contains("are compiled for different machines"), "{text}");
        let Checked { code, text } = check_each(&files, &["m.c"]);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("1 file that is compiled for another machine: left out"), "{text}");
        assert_eq!(check_each(&files, &["-m", "64"]).code, Some(1));
    }
    // What is for the same one in other words.
    let files = [("m.c", wide, "-m64"), ("b.c", narrow, "")];
    assert_eq!(check_each(&files, &[]).code, Some(1));
}

/// `__FILE__` is what the command names, also in headers beside the file.
#[test]
fn files_have_the_names_that_commands_give_them() {
    let main = "#include \"two.h\"\n\
                int main(void) { if (__FILE__[0] != 'm' || sizeof __FILE__ != 4) __VERIFIER_error(); }";
    let Checked { code, text } = check("", &[("m.c", main)], &[]);
    assert_eq!(code, Some(0), "{text}");
    let header = "static inline int length(void) { return sizeof __FILE__; }\n";
    let main = "#include \"h.h\"\nint main(void) { if (length() != 4) __VERIFIER_error(); }";
    let Checked { code, text } = check("", &[("m.c", main), ("h.h", header)], &[]);
    assert_eq!(code, Some(0), "{text}");
}

/// Which of several static functions is meant.
#[test]
fn static_functions_of_the_same_name_are_not_chosen_from() {
    let main = "int flag;\nstatic void isr(void) { }\nvoid *one = (void *)isr;\n\
                int main(void) { flag = 1; if (flag != 1) __VERIFIER_error(); }";
    let other = "extern int flag;\nstatic void isr(void) { flag = 2; }\nvoid *two = (void *)isr;\n\
                 static int check(int x) { if (x == 3) __VERIFIER_error(); return x; }";
    let third = "static int check(int x) { return x; }";
    let files = [("m.c", main), ("o.c", other), ("p.c", third)];
    let interrupted = ["m.c", "o.c", "--interrupt", "isr"];
    let Checked { code, text } = check("", &files, &interrupted);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("there are several static functions 'isr' (--interrupt), at "), "{text}");
    assert_eq!(check("", &files, &["m.c", "--interrupt", "isr"]).code, Some(0));
    // The entry is looked for in the files that are named.
    let Checked { code, text } = check("", &files, &["o.c", "p.c", "--entry", "check"]);
    assert_eq!(code, Some(3), "{text}");
    assert_eq!(check("", &files, &["o.c", "m.c", "--entry", "check"]).code, Some(1));
    assert_eq!(check("", &files, &["p.c", "--entry", "check"]).code, Some(0));
    let Checked { code, text } = check("", &files, &["--entry", "check"]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("'check' is static in ") && text.contains("name that file"), "{text}");
}
