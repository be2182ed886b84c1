//! Apache Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::GameRow;

const SCHEMA: &str = "message games {
    REQUIRED INT64 run;
    REQUIRED BYTE_ARRAY player (UTF8);
    REQUIRED INT64 game;
    REQUIRED INT64 seed (UINT_64);
    REQUIRED BYTE_ARRAY size (UTF8);
    REQUIRED BYTE_ARRAY rules (UTF8);
    REQUIRED INT64 score;
    REQUIRED INT64 moves;
    REQUIRED INT64 largest;
    REQUIRED BOOLEAN won;
    REQUIRED BYTE_ARRAY board (UTF8);
    REQUIRED DOUBLE seconds;
    REQUIRED BYTE_ARRAY version (UTF8);
    REQUIRED BYTE_ARRAY commit (UTF8);
}";

/// Writes a Parquet file of one row group. Repeated texts are kept once.
pub fn write(rows: &[GameRow<'_>], out: &mut (dyn Write + Send)) -> io::Result<()> {
    write_rows(rows, out).map_err(io::Error::other)
}

fn write_rows(rows: &[GameRow<'_>], out: &mut (dyn Write + Send)) -> parquet::errors::Result<()> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = Arc::new(WriterProperties::builder().build());
    let mut file = SerializedFileWriter::new(out, schema, properties)?;
    let mut group = file.next_row_group()?;
    // In the order of the schema.
    numbers(&mut group, rows, |row| row.run)?;
    texts(&mut group, rows, |row| row.player)?;
    numbers(&mut group, rows, |row| row.game as i64)?;
    numbers(&mut group, rows, |row| row.seed as i64)?;
    texts(&mut group, rows, |row| row.size)?;
    texts(&mut group, rows, |row| row.rules)?;
    numbers(&mut group, rows, |row| row.score as i64)?;
    numbers(&mut group, rows, |row| row.moves as i64)?;
    numbers(&mut group, rows, |row| row.largest as i64)?;
    let won: Vec<bool> = rows.iter().map(|row| row.won).collect();
    column::<BoolType, _>(&mut group, &won)?;
    texts(&mut group, rows, |row| &row.board)?;
    let seconds: Vec<f64> = rows.iter().map(|row| row.seconds).collect();
    column::<DoubleType, _>(&mut group, &seconds)?;
    texts(&mut group, rows, |row| row.version)?;
    texts(&mut group, rows, |row| row.commit)?;
    group.close()?;
    file.close()?;
    Ok(())
}

type Group<'a, W> = SerializedRowGroupWriter<'a, W>;

fn column<T: DataType, W: Write + Send>(
    group: &mut Group<'_, W>,
    values: &[T::T],
) -> parquet::errors::Result<()> {
    let mut column = group.next_column()?.expect("the schema has this column");
    column.typed::<T>().write_batch(values, None, None)?;
    column.close()
}

fn numbers<W: Write + Send>(
    group: &mut Group<'_, W>,
    rows: &[GameRow<'_>],
    value: impl Fn(&GameRow<'_>) -> i64,
) -> parquet::errors::Result<()> {
    let values: Vec<i64> = rows.iter().map(value).collect();
    column::<Int64Type, W>(group, &values)
}

fn texts<W: Write + Send>(
    group: &mut Group<'_, W>,
    rows: &[GameRow<'_>],
    value: impl for<'r> Fn(&'r GameRow<'_>) -> &'r str,
) -> parquet::errors::Result<()> {
    let values = rows.iter().map(|row| ByteArray::from(value(row)));
    column::<ByteArrayType, W>(group, &values.collect::<Vec<_>>())
}
