//! Standard output, tables and progress.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use ratatui::crossterm::terminal;
use serde::Serialize;
use serpentine_lab::text::figure;

/// Where commands write their results; progress goes to standard error.
pub(crate) struct Output {
    stdout: BufWriter<Stdout>,
    quiet: bool,
}

impl Output {
    pub(crate) fn new(quiet: bool) -> Self {
        Self {
            stdout: BufWriter::new(io::stdout()),
            quiet,
        }
    }

    /// Writes a line, seen at once.
    pub(crate) fn line(&mut self, line: impl Display) -> anyhow::Result<()> {
        writeln!(self.stdout, "{line}")?;
        Ok(self.stdout.flush()?)
    }

    /// Writes a table.
    pub(crate) fn table(&mut self, table: &Table) -> anyhow::Result<()> {
        for line in table.to_string().lines() {
            self.line(line.trim_end())?;
        }
        Ok(())
    }

    /// Writes a value as one line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        self.line(serde_json::to_string(value)?)
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.stdout.write_all(bytes)?;
        Ok(self.stdout.flush()?)
    }

    /// Tells the user of something that is no failure.
    pub(crate) fn warn(&self, text: impl Display) {
        // Nobody is left to tell when even standard error is closed.
        let _ = writeln!(io::stderr(), "warning: {text}");
    }

    /// Progress of work whose steps are counted.
    pub(crate) fn progress(&self, what: &str, total: Option<u64>) -> Progress {
        Progress::new(what, total, self.quiet)
    }
}

/// A table as wide as the terminal, with these columns to the left and figures to the right.
pub(crate) fn table<const N: usize>(header: [&str; N], left_columns: &[usize]) -> Table {
    const WIDTH_ELSEWHERE: u16 = 100;
    let width = match terminal::size() {
        Ok((width, _)) if io::stdout().is_terminal() => width,
        _ => WIDTH_ELSEWHERE,
    };
    let mut table = Table::new();
    table
        .load_preset(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width)
        .set_header(header);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((if index == 0 { 0 } else { 2 }, 0));
        // Only the last column of words gives way on a narrow terminal.
        if left_columns.last() != Some(&index) || index == 0 {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
        if !left_columns.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

pub(crate) use serpentine_lab::text::thousands;

/// A bar with rate and time left on a terminal, a plain line now and then elsewhere.
pub(crate) struct Progress {
    what: String,
    total: Option<u64>,
    bar: Option<ProgressBar>,
    lines: bool,
    note: String,
    /// Steps done before this program began.
    before: u64,
    started: Instant,
    last_line: Instant,
}

impl Progress {
    const BETWEEN_LINES: Duration = Duration::from_secs(10);

    fn new(what: &str, total: Option<u64>, quiet: bool) -> Self {
        let on_terminal = io::stderr().is_terminal();
        let bar = (!quiet && on_terminal).then(|| {
            let template = match total {
                Some(_) => "{msg} {wide_bar} {human_pos}/{human_len} {per_sec} left {eta}",
                None => "{msg} {human_pos} {per_sec} {elapsed}",
            };
            let style = ProgressStyle::with_template(template).expect("a template of ours");
            let bar = match total {
                Some(total) => ProgressBar::new(total),
                None => ProgressBar::new_spinner(),
            };
            bar.with_style(style).with_message(what.to_owned())
        });
        Self {
            what: what.to_owned(),
            total,
            bar,
            lines: !quiet && !on_terminal,
            note: String::new(),
            before: 0,
            started: Instant::now(),
            last_line: Instant::now(),
        }
    }

    /// So many steps were done before; they do not count for the rate.
    pub(crate) fn begin_at(&mut self, before: u64) {
        self.before = before;
        if let Some(bar) = &self.bar {
            bar.set_position(before);
            bar.reset_eta();
        }
    }

    /// Something to show beside the count.
    pub(crate) fn note(&mut self, note: impl FnOnce() -> String) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{} {}", self.what, note()));
        } else if self.is_line_due() {
            self.note = note();
        }
    }

    fn is_line_due(&self) -> bool {
        self.lines && self.last_line.elapsed() >= Self::BETWEEN_LINES
    }

    /// So many steps are done.
    pub(crate) fn at(&mut self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if self.is_line_due() {
            self.last_line = Instant::now();
            let seconds = self.started.elapsed().as_secs_f64();
            let rate = (done - self.before) as f64 / seconds;
            let mut line = format!("{}: {}", self.what, thousands(done));
            if let Some(total) = self.total {
                line += &format!(" of {}", thousands(total));
                // Before the first step nobody knows.
                if rate > 0.0 {
                    let left = total.saturating_sub(done) as f64 / rate;
                    line += &format!(", {left:.0} s left");
                }
            }
            line += &format!(", {}/s {}", figure(rate), self.note);
            // A progress line nobody can read is no reason to stop.
            let _ = writeln!(io::stderr(), "{}", line.trim_end());
        }
    }

    /// Prints a line of results without tearing the bar.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

pub(crate) fn report_error(error: &anyhow::Error) {
    // Nobody is left to tell when even standard error is closed.
    let _ = writeln!(io::stderr(), "error: {error:#}");
}
