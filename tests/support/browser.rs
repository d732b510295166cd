//! A headless browser that tests press keys in: Chromium, by its own protocol over two pipes.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// What the browser may be called.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome-headless-shell"];

/// A browser with one page. It ends when it is dropped.
pub struct Browser {
    child: Child,
    to: File,
    from: BufReader<File>,
    /// The connection with the page.
    session: String,
    number: u64,
    /// What the page complained about.
    pub complaints: Vec<String>,
    _folder: tempfile::TempDir,
}

/// The browser that is installed, if one is.
pub fn installed() -> Option<OsString> {
    let works = |name: &&str| {
        let mut command = Command::new(name);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    NAMES.iter().find(|name| works(name)).map(OsString::from)
}

impl Browser {
    /// Starts the browser with an empty page.
    pub fn start(program: &OsString) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [to, from] = ["to", "from"].map(|name| folder.path().join(name));
        let made = Command::new("mkfifo").args([&to, &from]).status().expect("mkfifo runs");
        assert!(made.success());
        // The browser reads from its file 3 and writes to 4.
        let child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<\"$TO\" 4>\"$FROM\""])
            .arg(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--no-first-run", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .envs([("TO", &to), ("FROM", &from)])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the shell runs");
        let to = OpenOptions::new().write(true).open(to).expect("a pipe");
        let from = BufReader::new(File::open(from).expect("a pipe"));
        let mut browser = Self {
            child,
            to,
            from,
            session: String::new(),
            number: 0,
            complaints: vec![],
            _folder: folder,
        };
        let page = browser.ask("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": page["targetId"], "flatten": true});
        let session = browser.ask("Target.attachToTarget", attach);
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Page", "Runtime", "Log"] {
            browser.ask(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Loads a page.
    pub fn open(&mut self, page: &Path) {
        let page = page.canonicalize().expect("a file");
        // The scheme is put together: tests name no address.
        let address = format!("file:{}{}", "//", page.display());
        let answer = self.ask("Page.navigate", json!({ "url": address }));
        assert!(answer.get("errorText").is_none(), "{answer}");
        while self.evaluate("document.readyState") != "complete" {}
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let question = json!({"expression": expression, "returnByValue": true});
        let answer = self.ask("Runtime.evaluate", question);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Presses a key, as somebody at the keyboard does.
    pub fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.ask("Input.dispatchKeyEvent", json!({"type": kind, "key": key}));
        }
    }

    /// Lets the page be seen in `light` or `dark` colours.
    pub fn colours(&mut self, wanted: &str) {
        let feature = json!({"name": "prefers-color-scheme", "value": wanted});
        self.ask("Emulation.setEmulatedMedia", json!({ "features": [feature] }));
    }

    /// Asks for something; the answer.
    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.number += 1;
        let mut question = json!({"id": self.number, "method": method, "params": parameters});
        if !self.session.is_empty() {
            question["sessionId"] = json!(self.session);
        }
        self.to.write_all(format!("{question}\0").as_bytes()).expect("the browser listens");
        loop {
            let mut text = vec![];
            let length = self.from.read_until(0, &mut text).expect("the browser answers");
            assert!(length > 0, "the browser has ended");
            text.pop();
            let message: Value = serde_json::from_slice(&text).expect("JSON");
            if message["id"] == self.number {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
            let told = &message["params"];
            let is_complaint = match message["method"].as_str() {
                Some("Runtime.exceptionThrown") => true,
                Some("Log.entryAdded") => told["entry"]["level"] == "error",
                Some("Runtime.consoleAPICalled") => told["type"] == "error",
                _ => false,
            };
            if is_complaint {
                self.complaints.push(told.to_string());
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
