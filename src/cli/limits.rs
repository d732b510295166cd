//! `llumc limits`: the table of limits of time and effort.

use std::time::Duration;

use anyhow::Result;
use serde_json::{Value, json};

use super::args::LimitsArgs;
use super::exit::Exit;
use super::values::FormatArg;
use crate::support::limits::{Amount, Limit};
use crate::support::wrap::sentence;

/// Runs the subcommand.
///
/// # Errors
/// If standard output can't be written.
pub fn run(args: &LimitsArgs) -> Result<Exit> {
    let all = Limit::all();
    let text = match args.format {
        FormatArg::Text => table(&all),
        FormatArg::Json => {
            let rows: Vec<Value> = all.iter().map(row).collect();
            serde_json::to_string_pretty(&rows)? + "\n"
        }
    };
    super::print(&text)?;
    Ok(Exit::Holds)
}

/// The limits of each module under its name.
fn table(all: &[Limit]) -> String {
    let longest = |what: fn(&Limit) -> String| {
        all.iter().map(|limit| what(limit).chars().count()).max().unwrap_or_default()
    };
    let name = longest(|limit| limit.name.to_owned());
    let value = longest(|limit| limit.value.to_string());
    let mut text = "Limits of time, memory and effort. Only with --timeout is there one for the \
                    whole.\n"
        .to_owned();
    for module in all.chunk_by(|a, b| a.module == b.module) {
        text += &format!("\n{}\n", module[0].module);
        for limit in module {
            let option = limit.option.map(|option| format!(" [{option}]")).unwrap_or_default();
            let meaning = sentence(&format!("{}{option}", limit.meaning()), name + value + 6);
            text +=
                &format!("  {:name$}  {:value$}  {meaning}", limit.name, limit.value.to_string());
        }
    }
    text
}

/// The same as JSON: times in seconds, shares as parts of 1.
fn row(limit: &Limit) -> Value {
    let (value, unit) = match limit.value {
        Amount::Time(time) => (json!(Duration::as_secs_f64(&time)), "s"),
        Amount::Share(parts) => (json!(1.0 / f64::from(parts)), "share"),
        Amount::Number(number, unit) => (json!(number), unit),
    };
    json!({
        "name": limit.name, "module": limit.module, "value": value, "unit": unit,
        "meaning": limit.meaning(), "option": limit.option,
    })
}
