//! `serpentine reproduce`

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use serpentine_lab::report;
use serpentine_lab::reproduce::{Bench, Document, Scale, Section, Verdict, Watcher};
use serpentine_lab::store::Store;
use serpentine_lab::{GameResult, Observer};

use super::matches::all_cores;
use crate::args::ReproduceArgs;
use crate::output::{Output, Progress};
use crate::{files, interrupt};

pub(crate) fn run(args: &ReproduceArgs, output: &mut Output) -> Result<()> {
    interrupt::listen();
    let mut documents: Vec<Document> = args.documents.iter().flat_map(|d| d.0.clone()).collect();
    documents.sort_unstable();
    documents.dedup();
    let mut store = Store::open(&files::store_path(args.store.store.as_deref())?)?;
    let scale = match args.quick {
        true => Scale::Quick,
        false => Scale::Full,
    };
    let threads = args.threads.map_or_else(all_cores, usize::from);
    let begun = Instant::now();
    let mut sections = Vec::new();
    for document in documents {
        let mut show = Show::new(output);
        let mut bench = Bench::new(&mut store, scale, threads, &mut show);
        let section = document.reproduce(&mut bench)?;
        drop(show);
        if !args.json {
            print(&section, output)?;
        }
        sections.push(section);
    }
    if let Some(path) = &args.out {
        let page = report::reproduction_page(&sections, scale);
        files::write_atomically(path, page.as_bytes())?;
    }
    if let Some(path) = &args.markdown {
        write_markdown(path, &sections, scale)?;
    }
    if args.json {
        return output.json(&serde_json::json!({ "documents": sections }));
    }
    output.line(format_args!(
        "\n{:.0} s, stored in {}",
        begun.elapsed().as_secs_f64(),
        store.path().display()
    ))
}

/// The text, and its figures in a directory of the same name beside it.
fn write_markdown(path: &Path, sections: &[Section], scale: Scale) -> Result<()> {
    let pictures = path.with_extension("");
    let name = pictures.file_name().and_then(|name| name.to_str());
    let name = name.context("--markdown: expected a file name")?;
    for figure in sections.iter().flat_map(|section| &section.figures) {
        let file = pictures.join(format!("{}.svg", figure.name));
        files::write_atomically(&file, figure.svg().as_bytes())?;
    }
    let text = report::markdown(sections, scale, name);
    files::write_atomically(path, text.as_bytes())
}

fn print(section: &Section, output: &mut Output) -> Result<()> {
    output.line(format_args!("\n{}\n", section.document.title()))?;
    output.line(&section.intro)?;
    output.line("")?;
    for row in &section.rows {
        let verdict = match row.verdict {
            Verdict::Agrees => "agrees ",
            Verdict::Differs => "DIFFERS",
            Verdict::Incomparable => "       ",
        };
        output.line(format_args!("{verdict}  {}", row.what))?;
        output.line(format_args!("           published  {}", row.published))?;
        output.line(format_args!("           here       {}", row.ours))?;
        if !row.note.is_empty() {
            output.line(format_args!("           {}", row.note))?;
        }
    }
    Ok(())
}

/// A bar for each experiment.
pub(crate) struct Show<'a> {
    output: &'a Output,
    progress: Option<Progress>,
    done: u64,
}

impl<'a> Show<'a> {
    pub(crate) fn new(output: &'a Output) -> Self {
        Self {
            output,
            progress: None,
            done: 0,
        }
    }
}

impl Watcher for Show<'_> {
    fn begins(&mut self, what: &str, total: u64, before: u64) {
        let mut progress = self.output.progress(what, Some(total));
        progress.begin_at(before);
        self.progress = Some(progress);
        self.done = before;
    }

    fn done(&mut self, count: u64) -> ControlFlow<()> {
        self.done = count;
        if let Some(progress) = &mut self.progress {
            progress.at(count);
        }
        match interrupt::requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Observer for Show<'_> {
    fn ended(&mut self, _player: usize, _game: &GameResult) -> ControlFlow<()> {
        Watcher::done(self, self.done + 1)
    }

    fn waiting(&mut self) -> ControlFlow<()> {
        Watcher::done(self, self.done)
    }
}
