//! Our pages in a real browser: they load without a complaint, traces are stepped through with the
//! keyboard, colours are light and dark, tables are sorted.
//!
//! Without a browser nothing is tested, unless `LLUMC_BROWSER` is set (`make test-foreign`): then
//! that is a failure.

#![cfg(feature = "llvm")]

#[path = "support/browser.rs"]
mod browser;
#[allow(dead_code)]
#[path = "support/command.rs"]
mod command;
#[allow(dead_code)]
#[path = "support/project.rs"]
mod project;

use std::fs;
use std::path::PathBuf;

use browser::Browser;
use command::{code, llumc, stderr};
use project::{Project, TASKS};
use tempfile::TempDir;

const PROGRAM: &str = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += x;
  }
  return 10 / (x - 7);
}
";

/// The browser; none with a message if there is no such program and nobody insists.
fn start() -> Option<Browser> {
    match browser::installed() {
        Some(program) => Some(Browser::start(&program)),
        None if std::env::var_os("LLUMC_BROWSER").is_some() => {
            panic!("there is no browser (Chromium) to test the pages in")
        }
        None => {
            eprintln!("skipped: there is no browser (Chromium) to test the pages in");
            None
        }
    }
}

/// A page on a program with two violations, in a folder.
fn page() -> (TempDir, PathBuf) {
    let (folder, program) = command::file("p.c", PROGRAM);
    let page = folder.path().join("p.html");
    let name = page.to_str().expect("UTF-8");
    let output = llumc(&["check", &program, "--html", name, "--timeout", "60", "--quiet"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    (folder, page)
}

/// The text of what a selector finds first.
fn text(browser: &mut Browser, selector: &str) -> String {
    let found = browser.evaluate(&format!("document.querySelector({selector:?}).textContent"));
    found.as_str().expect("text").to_owned()
}

#[test]
fn traces_are_stepped_through_by_keys() {
    let Some(mut browser) = start() else { return };
    let (_folder, page) = page();
    browser.open(&page);
    assert_eq!(browser.evaluate("document.getElementById('player').hidden"), false);
    let place = |browser: &mut Browser| text(browser, "#player .place");
    let count = |told: &str| told.split([' ', ',']).nth(3).and_then(|it| it.parse::<usize>().ok());
    let end = place(&mut browser);
    let steps = count(&end).expect("step n of m");
    assert!(steps > 2 && end.starts_with(&format!("step {steps} of {steps}, ")), "{end}");
    browser.press("Home");
    assert!(place(&mut browser).starts_with(&format!("step 1 of {steps}, ")));
    browser.press("ArrowLeft");
    assert!(place(&mut browser).starts_with("step 1 of "), "there is nothing before the first");
    for key in ["ArrowRight", "j"] {
        browser.press(key);
    }
    let third = place(&mut browser);
    assert!(third.starts_with(&format!("step 3 of {steps}, ")), "{third}");
    // The line of the step is the one that is marked, in the list and in the source.
    let listed = text(&mut browser, "#player .trace .now");
    let marked = text(&mut browser, ".row.now");
    assert!(!listed.is_empty() && !marked.is_empty());
    assert_eq!(browser.evaluate("document.querySelectorAll('.row.now').length"), 1);
    assert!(text(&mut browser, "#player .values").contains('x'));
    browser.press("k");
    assert!(place(&mut browser).starts_with("step 2 of "));
    browser.press("End");
    assert_eq!(place(&mut browser), end);
    // The other violation.
    let first = browser.evaluate("document.querySelector('#player .choice').value");
    browser.press("n");
    assert_ne!(browser.evaluate("document.querySelector('#player .choice').value"), first);
    browser.press("p");
    assert_eq!(browser.evaluate("document.querySelector('#player .choice').value"), first);
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

#[test]
fn pages_are_light_and_dark() {
    let Some(mut browser) = start() else { return };
    let (_folder, page) = page();
    let mut seen = vec![];
    for wanted in ["light", "dark"] {
        browser.colours(wanted);
        browser.open(&page);
        let mut brightness = |of: &str| {
            let value = format!(
                "getComputedStyle(document.body).{of}.match(/\\d+/g).slice(0, 3)\
                 .reduce((sum, part) => sum + Number(part), 0)"
            );
            browser.evaluate(&value).as_f64().expect("a number")
        };
        seen.push((brightness("backgroundColor"), brightness("color")));
    }
    let [light, dark] = seen[..] else { unreachable!("two colours") };
    assert!(light.0 > light.1 + 300.0, "dark letters on a light ground: {light:?}");
    assert!(dark.1 > dark.0 + 300.0, "light letters on a dark ground: {dark:?}");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

/// A complaint is heard, or the other tests say nothing.
#[test]
fn complaints_are_heard() {
    let Some(mut browser) = start() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = folder.path().join("wrong.html");
    fs::write(&page, "<!DOCTYPE html><title>wrong</title><script>none()</script>")
        .expect("written");
    browser.open(&page);
    assert!(browser.complaints.iter().any(|it| it.contains("none is not defined")));
}

/// The texts of the first column of the table of tasks.
fn tasks(browser: &mut Browser) -> Vec<String> {
    let rows = "[...[...document.querySelectorAll('table.sortable')].at(-1).tBodies[0].rows]\
                .map((row) => row.cells[0].textContent)";
    let rows = browser.evaluate(rows);
    rows.as_array().expect("rows").iter().map(|it| it.as_str().expect("text").to_owned()).collect()
}

#[test]
fn tables_of_projects_are_sorted() {
    let Some(mut browser) = start() else { return };
    let project = Project::new(TASKS);
    let output = project.run(&["--html", "pages", "--quiet"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    browser.open(&project.path("pages/index.html"));
    let before = tasks(&mut browser);
    let click = |browser: &mut Browser, column: u32| {
        let table = "[...document.querySelectorAll('table.sortable')].at(-1)";
        browser.evaluate(&format!("{table}.querySelectorAll('button.sort')[{column}].click()"));
    };
    click(&mut browser, 0);
    assert_eq!(tasks(&mut browser), ["check_half", "check_sum", "machine"]);
    click(&mut browser, 0);
    assert_eq!(tasks(&mut browser), ["machine", "check_sum", "check_half"]);
    // The violated checks: the only task that has some is last.
    click(&mut browser, 3);
    assert_eq!(tasks(&mut browser).last().map(String::as_str), Some("check_sum"));
    assert_eq!(before.len(), 3);
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}
