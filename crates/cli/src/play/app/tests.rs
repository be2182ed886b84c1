//! What each input does.

use serpentine_core::Rules;

use super::*;

fn app(board: &str, rules: &str) -> App {
    let rules: Rules = rules.parse().unwrap();
    let game = Game::from_board(board.parse().unwrap(), rules, 1, 0);
    App::new(game, BestScores::unkept())
}

fn press(app: &mut App, inputs: &[Input]) {
    for &input in inputs {
        app.handle(input, || 77);
    }
}

#[test]
fn a_move_that_does_nothing_says_so() {
    let mut app = app("2 4/. .", "standard");
    press(&mut app, &[Input::Move(Direction::Up)]);
    assert_eq!(app.message(), "Nothing moves up");
    assert_eq!(app.changes(), 0);
    press(&mut app, &[Input::Move(Direction::Down)]);
    assert_eq!(app.message(), "");
    assert_eq!(app.changes(), 1);
}

#[test]
fn winning_waits_for_a_choice() {
    let mut app = app("8 8 ./. . ./. . .", "standard:win=16");
    press(&mut app, &[Input::Move(Direction::Left)]);
    assert_eq!(app.banner(), Some(Banner::Won));
    let won = *app.game().state();
    press(&mut app, &[Input::Move(Direction::Right)]);
    assert_eq!(*app.game().state(), won);
    assert!(app.message().contains("c keeps going"));
    press(&mut app, &[Input::KeepGoing, Input::Move(Direction::Right)]);
    assert_eq!(app.banner(), None);
    assert_eq!(app.game().state().moves, 2);
}

#[test]
fn a_new_game_is_asked_for() {
    let mut app = app("2 4/. .", "standard");
    press(&mut app, &[Input::New]);
    assert!(app.message().contains("(y/n)"));
    press(&mut app, &[Input::Move(Direction::Down), Input::No]);
    assert_eq!(app.game().state().moves, 0);
    assert_eq!(app.game().seed(), 1);
    press(&mut app, &[Input::New, Input::Yes]);
    assert_eq!(app.game().seed(), 77);
}

#[test]
fn the_player_moves_hints_and_plays_on() {
    let mut app = app("2 2 ./. 4 ./. . .", "standard");
    press(&mut app, &[Input::Hint]);
    let hint = app.hint().unwrap();
    assert!(hint.starts_with("serpentine: "), "{hint}");
    assert_eq!(app.changes(), 0);
    press(&mut app, &[Input::PlayerMove]);
    assert_eq!((app.game().state().moves, app.hint()), (1, None));
    press(&mut app, &[Input::Run, Input::Faster]);
    assert_eq!(app.run_speed(), Some(Some(20)));
    app.run_on();
    assert_eq!(app.game().state().moves, 2);
    press(&mut app, &[Input::Move(Direction::Up)]);
    assert_eq!(app.run_speed(), None, "any key stops it");
    assert_eq!(app.game().state().moves, 2, "and does nothing else");
}

#[test]
fn a_player_is_picked_by_its_spec() {
    let mut app = app("2 2 ./. 4 ./. . .", "standard");
    let type_spec = |app: &mut App, text: &str| {
        press(app, &[Input::Pick]);
        for _ in 0..40 {
            app.type_in(Typed::Backspace);
        }
        for c in text.chars() {
            app.type_in(Typed::Char(c));
        }
        app.type_in(Typed::Enter);
    };
    type_spec(&mut app, "cornr");
    assert!(
        app.message().contains("did you mean 'corner'?"),
        "{}",
        app.message()
    );
    type_spec(&mut app, "corner");
    assert_eq!(app.message(), "corner advises now");
    press(&mut app, &[Input::Hint]);
    assert!(app.hint().unwrap().starts_with("corner: "));
}

#[test]
fn the_end_shows_a_banner_and_undo_lifts_it() {
    let mut app = app("8 16/. 4", "standard:p4=0");
    press(&mut app, &[Input::Move(Direction::Down)]);
    assert_eq!(app.banner(), Some(Banner::Over));
    press(&mut app, &[Input::Move(Direction::Left)]);
    assert!(app.message().starts_with("The game is over"));
    press(&mut app, &[Input::Undo]);
    assert_eq!(app.banner(), None);
    press(&mut app, &[Input::Undo]);
    assert_eq!(app.message(), "There is nothing to undo");
}

#[test]
fn a_review_goes_back_and_forth() {
    let mut app = app("2 2/. .", "standard");
    press(
        &mut app,
        &[Input::Move(Direction::Left), Input::Move(Direction::Right)],
    );
    let end = *app.game().state();
    let mut review = App::reviewing(app.game().clone());
    press(&mut review, &[Input::First]);
    assert_eq!(review.game().state().moves, 0);
    press(&mut review, &[Input::Move(Direction::Left)]);
    assert_eq!(review.message(), "This is the start");
    press(&mut review, &[Input::Last]);
    assert_eq!(*review.game().state(), end);
}
