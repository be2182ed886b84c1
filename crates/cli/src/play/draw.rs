//! The game drawn on the screen.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Widget};
use serpentine_core::{Board, Cell, Size};
use serpentine_lab::palette::Palette;

use super::app::{App, Banner};
use crate::colour::{self, Depth, Paint};
use crate::output::thousands;

/// How large cells are drawn, and the gaps between them.
#[derive(Clone, Copy)]
struct CellShape {
    width: u16,
    height: u16,
    gap_x: u16,
    gap_y: u16,
}

/// Roomiest first.
const SHAPES: [CellShape; 5] = [
    shape(14, 7, 2, 1),
    shape(10, 5, 2, 1),
    shape(8, 3, 2, 1),
    shape(8, 3, 1, 0),
    shape(7, 1, 1, 0),
];

const fn shape(width: u16, height: u16, gap_x: u16, gap_y: u16) -> CellShape {
    CellShape {
        width,
        height,
        gap_x,
        gap_y,
    }
}

impl CellShape {
    const fn board(self, size: Size) -> (u16, u16) {
        let (rows, cols) = (size.rows() as u16, size.cols() as u16);
        (
            cols * (self.width + self.gap_x) + self.gap_x,
            rows * (self.height + self.gap_y) + self.gap_y,
        )
    }
}

/// Lines above and below the board.
const ABOVE: u16 = 2;
const BELOW: u16 = 5;

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, app: &App, depth: Depth) {
    let size = app.game().board().size();
    let area = frame.area();
    let fits = |shape: &&CellShape| {
        let (width, height) = shape.board(size);
        width <= area.width && height + ABOVE + BELOW <= area.height
    };
    let Some(&shape) = SHAPES.iter().find(fits) else {
        return draw_too_small(frame, size);
    };
    let (width, height) = shape.board(size);
    let [head, middle, message, hint, help] = Layout::vertical([
        Constraint::Length(ABOVE),
        Constraint::Length(height),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(3),
    ])
    .areas(area);
    draw_head(frame, app, head);
    let board_area = centred(middle, width, height);
    let spawned = app.game().last_turn().map(|turn| turn.spawn.cell);
    draw_board(
        frame.buffer_mut(),
        board_area,
        shape,
        app.game().board(),
        spawned,
        depth,
    );
    if let Some(banner) = app.banner() {
        draw_banner(frame, banner, app, board_area, depth);
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(app.message(), bold).centered(), message);
    frame.render_widget(Line::from(app.hint().unwrap_or_default()).centered(), hint);
    frame.render_widget(Paragraph::new(help_text(app)).centered(), help);
}

fn draw_too_small(frame: &mut Frame<'_>, size: Size) {
    let (width, height) = SHAPES[SHAPES.len() - 1].board(size);
    let text = format!(
        "The window is too small for a {size} board: at least {width} columns and {} rows",
        height + ABOVE + BELOW
    );
    let wrapped = Paragraph::new(text).wrap(ratatui::widgets::Wrap { trim: true });
    frame.render_widget(wrapped, frame.area());
}

fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y,
        width,
        height,
    }
}

fn draw_head(frame: &mut Frame<'_>, app: &App, area: Rect) {
    let game = app.game();
    let state = game.state();
    let title = format!(
        "Serpentine  {}  {}  seed {}",
        game.board().size(),
        game.rules(),
        game.seed()
    );
    let [top, figures] = Layout::vertical([Constraint::Length(1); 2]).areas(area);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(title, bold).centered(), top);
    let moves = match app.is_review() {
        false => thousands(state.moves),
        true => {
            let all = state.moves + game.undone().count() as u64;
            format!("{}/{}", thousands(state.moves), thousands(all))
        }
    };
    let mut text = format!("Score {}   Moves {moves}", thousands(state.score));
    if !app.is_review() {
        text = format!(
            "Score {}   Best {}   Moves {moves}",
            thousands(state.score),
            thousands(app.best())
        );
    }
    frame.render_widget(Line::from(text).centered(), figures);
}

fn draw_board(
    buffer: &mut Buffer,
    area: Rect,
    shape: CellShape,
    board: &Board,
    spawned: Option<Cell>,
    depth: Depth,
) {
    let size = board.size();
    fill(buffer, area, colour::frame(depth));
    for cell in Cell::all(size) {
        let rect = Rect {
            x: area.x + shape.gap_x + cell.col(size) as u16 * (shape.width + shape.gap_x),
            y: area.y + shape.gap_y + cell.row(size) as u16 * (shape.height + shape.gap_y),
            width: shape.width,
            height: shape.height,
        };
        let exponent = board.exponent(cell);
        fill(
            buffer,
            rect,
            colour::tile(exponent, Palette::Original, depth),
        );
        // Without colours a frame shows where the cell is.
        let framed = depth == Depth::None && shape.height >= 3;
        if framed {
            Block::new().borders(Borders::ALL).render(rect, buffer);
        }
        let room = shape.width - if framed { 2 } else { 1 };
        let text = match exponent {
            0 if depth == Depth::None => ".".to_owned(),
            0 => String::new(),
            _ => label(exponent, room),
        };
        let x = rect.x + (rect.width - text.len() as u16).div_ceil(2);
        let y = rect.y + rect.height / 2;
        let mut style = Style::new().add_modifier(Modifier::BOLD);
        if spawned == Some(cell) {
            style = style.add_modifier(Modifier::UNDERLINED);
        }
        if exponent == 0 {
            style = Style::new();
        }
        buffer.set_string(x, y, text, style);
    }
}

/// The tile's value, or its power where there is no room for that.
fn label(exponent: u8, room: u16) -> String {
    let value = (1u64 << exponent).to_string();
    if value.len() <= usize::from(room) {
        value
    } else {
        format!("2^{exponent}")
    }
}

fn fill(buffer: &mut Buffer, area: Rect, paint: Paint) {
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            if let Some(cell) = buffer.cell_mut(Position { x, y }) {
                cell.reset();
                cell.set_fg(paint.text).set_bg(paint.back);
            }
        }
    }
}

fn draw_banner(frame: &mut Frame<'_>, banner: Banner, app: &App, board: Rect, depth: Depth) {
    let target = 1u64 << app.game().rules().target;
    let (title, keys) = match banner {
        Banner::Won => (
            format!("You made {}!", thousands(target)),
            "c keeps going   R new game   q quits",
        ),
        Banner::Over => (
            format!("Game over - {} points", thousands(app.game().score())),
            "R new game   u takes back   q quits",
        ),
    };
    let area = Rect {
        y: board.y + board.height.saturating_sub(4) / 2,
        ..centred(frame.area(), 42, 4)
    };
    let area = area.intersection(frame.area());
    let paint = colour::banner(depth);
    let style = Style::new().fg(paint.text).bg(paint.back);
    let text = vec![
        Line::styled(title, style.add_modifier(Modifier::BOLD)),
        Line::from(keys),
    ];
    let block = Block::new().borders(Borders::ALL).style(style);
    frame.render_widget(Clear, area);
    frame.render_widget(
        Paragraph::new(text).centered().style(style).block(block),
        area,
    );
}

fn help_text(app: &App) -> Vec<Line<'static>> {
    let lines = if app.is_review() {
        ["arrows step   Home start   End end", "q quits", ""]
    } else {
        [
            "arrows, WASD or HJKL move   u undo   U redo",
            "h values   n player's move   r let it play   p pick",
            "R new game   q save and quit",
        ]
    };
    let dim = Style::new().add_modifier(Modifier::DIM);
    lines.map(|line| Line::styled(line, dim)).to_vec()
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use serpentine_core::{Direction, Game, Rules};

    use super::super::app::Input;
    use super::super::best::BestScores;
    use super::*;

    fn screen(app: &App, width: u16, height: u16, depth: Depth) -> Terminal<TestBackend> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, app, depth)).unwrap();
        terminal
    }

    fn text(terminal: &Terminal<TestBackend>) -> String {
        terminal.backend().to_string()
    }

    fn app(board: &str, rules: &str) -> App {
        let rules: Rules = rules.parse().unwrap();
        let game = Game::from_board(board.parse().unwrap(), rules, 9, 0);
        App::new(game, BestScores::unkept())
    }

    #[test]
    fn shows_tiles_score_and_keys_at_every_window_size() {
        let app = app(
            "2 4 8 16/32 64 128 256/512 1024 2048 4096/65536 131072 . .",
            "standard",
        );
        for (width, height) in [(120, 50), (80, 24), (60, 20), (52, 14)] {
            let shown = text(&screen(&app, width, height, Depth::True));
            for part in [
                "2048",
                "65536",
                "131072",
                "Score 0",
                "Best 0",
                "Moves 0",
                "q save and quit",
            ] {
                assert!(shown.contains(part), "{part} at {width}x{height}:\n{shown}");
            }
        }
        let tiny = text(&screen(&app, 30, 8, Depth::True));
        assert!(tiny.contains("too small"), "{tiny}");
    }

    #[test]
    fn large_boards_and_large_tiles_fit() {
        let rows = [
            "exp:37 36 35 34 33 32",
            "1 0 0 0 0 0",
            "0 0 0 0 0 0",
            "0 0 0 0 0 0",
            "0 0 0 0 0 0",
            "0 0 0 0 0 0",
        ];
        let app = app(&rows.join("/"), "standard");
        let shown = text(&screen(&app, 80, 24, Depth::True));
        assert!(shown.contains("2^37"), "{shown}");
    }

    #[test]
    fn banners_cover_the_board() {
        let mut won = app("8 8 ./. . ./. . .", "standard:win=16");
        won.handle(Input::Move(Direction::Left), || 0);
        assert!(text(&screen(&won, 80, 24, Depth::Named)).contains("You made 16!"));
        let over = app("2 4/4 2", "standard");
        let shown = text(&screen(&over, 80, 24, Depth::None));
        assert!(shown.contains("Game over - 0 points"), "{shown}");
    }

    #[test]
    fn colours_follow_the_depth() {
        use ratatui::style::Color;
        let app = app("32 ./. .", "standard");
        let backs = |depth| {
            let terminal = screen(&app, 80, 24, depth);
            let buffer = terminal.backend().buffer().clone();
            buffer
                .content()
                .iter()
                .map(|cell| cell.bg)
                .collect::<Vec<_>>()
        };
        assert!(backs(Depth::True).contains(&Color::Rgb(0xF6, 0x7C, 0x5F)));
        assert!(backs(Depth::Indexed).contains(&Color::Indexed(203)));
        assert!(backs(Depth::Named).contains(&Color::Red));
        assert!(backs(Depth::None).iter().all(|&back| back == Color::Reset));
    }
}
