//! The progress line: what the engines are doing, on a terminal only.

use std::io::Write;
use std::time::Instant;

use super::terminal;
use crate::engine::{EngineKind, Progress};
use crate::support::limits;

/// A line on standard error that is overwritten in place; nothing when piped.
pub struct ProgressLine {
    shown: bool,
    enabled: bool,
    started: Instant,
    last: Option<Instant>,
    engines: Vec<(EngineKind, Progress)>,
}

impl ProgressLine {
    /// A line that is drawn if standard error is a terminal and `quiet` is not set.
    pub fn new(quiet: bool) -> Self {
        Self {
            shown: false,
            enabled: !quiet && terminal::is_smart(&std::io::stderr()),
            started: Instant::now(),
            last: None,
            engines: vec![],
        }
    }

    /// Takes note of an engine's progress and redraws if it is time.
    pub fn update(&mut self, kind: EngineKind, progress: &Progress) {
        match self.engines.iter_mut().find(|engine| engine.0 == kind) {
            Some(engine) => engine.1 = progress.clone(),
            None => self.engines.push((kind, progress.clone())),
        }
        let due = self.last.is_none_or(|last| last.elapsed() >= limits::REDRAW_INTERVAL);
        if self.enabled && due {
            self.last = Some(Instant::now());
            self.shown = true;
            // A line that is wider than the terminal can't be overwritten.
            let width = terminal::width(&std::io::stderr()).unwrap_or(usize::MAX);
            let text: String = self.text().chars().take(width.saturating_sub(1)).collect();
            let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
        }
    }

    fn text(&self) -> String {
        let mut parts = vec![format!("{:.0} s", self.started.elapsed().as_secs_f64())];
        for (kind, progress) in &self.engines {
            parts.push(match kind {
                EngineKind::Unroll | EngineKind::Bmc => {
                    format!("{kind}: depth {}, {} clauses", progress.depth, progress.clauses)
                }
                EngineKind::Kinduction => {
                    format!("{kind}: k = {}, {} clauses", progress.depth, progress.clauses)
                }
                EngineKind::Ic3 | EngineKind::Ic3Second => format!(
                    "{kind}: frame {}, {} lemmas, {} obligations",
                    progress.depth, progress.clauses, progress.obligations
                ),
                EngineKind::Predicate | EngineKind::Blast => format!(
                    "{kind}: {} nodes, {} predicates, {} refinements",
                    progress.clauses, progress.obligations, progress.depth
                ),
                EngineKind::Ic3ia => format!(
                    "{kind}: frame {}, {} lemmas, {} predicates",
                    progress.depth, progress.clauses, progress.obligations
                ),
                EngineKind::Tracer => format!(
                    "{kind}: {} nodes, {} deep, {} refinements",
                    progress.clauses, progress.obligations, progress.depth
                ),
                EngineKind::Impact => format!(
                    "{kind}: {} nodes, {} open, {} refinements",
                    progress.clauses, progress.obligations, progress.depth
                ),
            });
        }
        parts.join(" | ")
    }

    /// Removes the line.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}
