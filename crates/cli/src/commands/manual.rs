//! `serpentine completions` and `serpentine man`

use anyhow::Result;
use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::files::write_atomically;
use crate::output::Output;

pub(crate) fn completions(args: &CompletionsArgs, output: &mut Output) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "serpentine", &mut script);
    output.bytes(&script)
}

pub(crate) fn man(args: &ManArgs, output: &mut Output) -> Result<()> {
    let mut command = Cli::command();
    command.build();
    let page = |command: clap::Command| -> Result<Vec<u8>> {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        Ok(page)
    };
    let Some(dir) = &args.out else {
        return output.bytes(&page(command)?);
    };
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        let name = format!("serpentine-{}", sub.get_name());
        let named = sub.clone().name(name.clone().leak() as &'static str);
        write_atomically(&dir.join(format!("{name}.1")), &page(named)?)?;
    }
    write_atomically(&dir.join("serpentine.1"), &page(command)?)?;
    output.line(format_args!("wrote the manual pages to {}", dir.display()))
}
