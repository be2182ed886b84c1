//! A store under every kind of bad luck.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use rusqlite::Connection;
use serpentine_core::{Rules, Size, Stream};
use tempfile::TempDir;

use super::{Outcome, RunId, RunKind, Store, StoreError};
use crate::{GameResult, Match, MatchResults, Setting, Until};

fn plan(games: u64) -> Match {
    Match {
        players: vec!["random".parse().unwrap(), "corner".parse().unwrap()],
        games,
        setting: Setting {
            size: Size::STANDARD,
            rules: Rules::STANDARD,
            seed: u64::MAX,
            until: Until::default(),
            keep_records: true,
        },
    }
}

/// All of a game that does not depend on the machine.
type Essence = (u64, u64, u64, String, bool);

fn essence(results: &MatchResults) -> Vec<Vec<Essence>> {
    let essence = |game: &GameResult| {
        let board = game.board.to_string();
        (game.number, game.score, game.moves, board, game.won)
    };
    results
        .iter()
        .map(|games| games.iter().map(essence).collect())
        .collect()
}

/// A store with one run of so many games.
fn filled(games: u64) -> (TempDir, PathBuf, RunId, MatchResults) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("runs.db");
    let mut store = Store::open(&path).unwrap();
    let run = store
        .begin(RunKind::Match, "a label", &plan(games))
        .unwrap();
    let results = store.play(run, 2, &mut ()).unwrap();
    (dir, path, run, results)
}

#[test]
fn everything_reads_back() {
    let (_dir, path, id, results) = filled(30);
    let store = Store::open_existing(&path).unwrap();
    let run = store.run(id).unwrap();
    assert_eq!(run.plan().unwrap(), plan(30));
    assert_eq!((run.stored, run.total()), (60, 60));
    assert!(run.ended.is_some() && run.plays_the_same());
    assert_eq!(run.label, "a label");
    for (stored, played) in store.games(id).unwrap().iter().zip(&results) {
        for (player, (stored, played)) in stored.iter().zip(played).enumerate() {
            let mut played = played.clone();
            let record = played.record.take();
            assert_eq!(*stored, played, "game {player}");
            assert!(record.is_some());
        }
    }
    assert_eq!(store.record(id, 1, 7).unwrap(), results[1][7].record);
    assert_eq!(store.check().unwrap().faults, Vec::<String>::new());
    assert_eq!(store.check().unwrap().records, 60);
}

#[test]
fn runs_are_found_again_and_deleted_with_their_games() {
    let (_dir, path, id, _) = filled(5);
    let mut store = Store::open(&path).unwrap();
    let found = |store: &Store, label, games| {
        let found = store.find(RunKind::Match, label, &plan(games)).unwrap();
        found.map(|run| run.id)
    };
    assert_eq!(found(&store, "a label", 5), Some(id));
    assert_eq!(found(&store, "a label", 6), None);
    assert_eq!(found(&store, "", 5), None);
    store.delete(id).unwrap();
    assert!(matches!(store.run(id), Err(StoreError::NoRun { .. })));
    assert!(store.record(id, 0, 0).unwrap().is_none());
    // Its number is never given again.
    assert!(store.begin(RunKind::Match, "", &plan(1)).unwrap() > id);
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |path: &Path| Store::open(path).unwrap_err().to_string();
    assert!(matches!(
        Store::open_existing(&dir.path().join("none.db")),
        Err(StoreError::Missing(_))
    ));
    let text = dir.path().join("notes.txt");
    fs::write(
        &text,
        "not a database, but long enough to be looked at".repeat(40),
    )
    .unwrap();
    assert!(
        refused(&text).contains("is not a run store"),
        "{}",
        refused(&text)
    );
    let other = dir.path().join("other.db");
    let connection = Connection::open(&other).unwrap();
    connection.execute_batch("CREATE TABLE mine (x)").unwrap();
    assert!(refused(&other).contains("is not a run store"));
    let count = connection.query_row("SELECT count(*) FROM mine", [], |row| row.get::<_, i64>(0));
    assert_eq!(count.unwrap(), 0);
    let (_dir, newer, ..) = filled(1);
    let connection = Connection::open(&newer).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    assert!(
        refused(&newer).contains("has schema 99"),
        "{}",
        refused(&newer)
    );
}

#[test]
fn two_writers_share_a_new_store() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("runs.db");
    let play = || {
        let mut store = Store::open(&path).unwrap();
        let run = store.begin(RunKind::Match, "", &plan(400)).unwrap();
        (run, essence(&store.play(run, 1, &mut ()).unwrap()))
    };
    let runs: Vec<_> = thread::scope(|scope| {
        let writers: Vec<_> = (0..4).map(|_| scope.spawn(play)).collect();
        writers.into_iter().map(|w| w.join().unwrap()).collect()
    });
    let store = Store::open_existing(&path).unwrap();
    for (run, played) in &runs {
        assert_eq!(essence(&store.games(*run).unwrap()), *played);
        assert_eq!(*played, runs[0].1);
    }
    assert_eq!(store.runs().unwrap().len(), 4);
}

#[test]
fn a_full_disk_stops_the_run_and_loses_nothing() {
    let (_dir, path, first, results) = filled(20);
    let mut store = Store::open(&path).unwrap();
    let run = store.begin(RunKind::Match, "", &plan(3_000)).unwrap();
    let pages = |store: &Store| -> i64 {
        let count = store
            .connection
            .pragma_query_value(None, "page_count", |row| row.get(0));
        count.unwrap()
    };
    let limit = pages(&store) + 40;
    store
        .connection
        .pragma_update(None, "max_page_count", limit)
        .unwrap();
    let refused = store.play(run, 2, &mut ()).unwrap_err();
    assert!(
        refused.to_string().contains("the disk is full"),
        "{refused}"
    );
    drop(store);
    // With room again it goes on to what an unbroken run gives.
    let mut store = Store::open(&path).unwrap();
    assert_eq!(essence(&store.games(first).unwrap()), essence(&results));
    let before = store.run(run).unwrap().stored;
    assert!((1..6_000).contains(&before), "{before}");
    let whole = essence(&store.play(run, 2, &mut ()).unwrap());
    let unbroken = plan(3_000).run(Vec::new(), 2, &mut ()).unwrap();
    assert_eq!(whole, essence(&unbroken));
}

/// A record that is whole and in the place of another.
#[test]
fn a_record_of_another_game_is_an_error() {
    let (_dir, path, id, results) = filled(3);
    let record = |number: u64| Store::open(&path).unwrap().record(id, 0, number);
    assert_eq!(record(1).unwrap(), results[0][1].record);
    let damage = rusqlite::Connection::open(&path).unwrap();
    let moved = "DELETE FROM record WHERE player = 0 AND number = 1;
                 UPDATE record SET number = 1 WHERE player = 0 AND number = 2";
    damage.execute_batch(moved).unwrap();
    drop(damage);
    let refused = record(1).unwrap_err().to_string();
    assert!(refused.contains("of another game"), "{refused}");
    assert_eq!(record(2).unwrap(), None);
}

/// Whatever byte changes: what is read is right, or an error says that it is not; what is
/// saved is right, and playing on gives the whole run again.
#[test]
fn flipped_bytes_never_give_a_wrong_game() {
    let (dir, path, id, results) = filled(40);
    let original = essence(&results);
    let bytes = fs::read(&path).unwrap();
    let mut stream = Stream::new(4);
    let (mut noticed, mut resumed) = (0, 0);
    for trial in 0..150 {
        let mut damaged = bytes.clone();
        let at = stream.below(bytes.len() as u32) as usize;
        damaged[at] ^= 1 << stream.below(8);
        let copy = dir.path().join(format!("damaged{trial}.db"));
        fs::write(&copy, &damaged).unwrap();
        let read = Store::open_existing(&copy).and_then(|store| store.games(id));
        match read {
            Ok(games) => assert_eq!(essence(&games), original, "byte {at}"),
            Err(error) => {
                noticed += 1;
                assert!(!error.to_string().is_empty());
            }
        }
        let Ok(store) = Store::open_existing(&copy) else {
            continue;
        };
        for (player, games) in results.iter().enumerate() {
            for game in games {
                if let Ok(Some(record)) = store.record(id, player, game.number) {
                    assert_eq!(Some(&record), game.record.as_ref(), "byte {at}");
                }
            }
        }
        let saved = dir.path().join(format!("saved{trial}.db"));
        store.salvage(&saved).unwrap();
        let mut saved = Store::open_existing(&saved).unwrap();
        let Ok(games) = saved.whole_games(id) else {
            continue; // The run itself was lost.
        };
        for (games, original) in essence(&games).iter().zip(&original) {
            assert!(
                games.iter().all(|game| original.contains(game)),
                "byte {at}"
            );
        }
        let whole = saved.play(id, 1, &mut ()).unwrap();
        assert_eq!(essence(&whole), original, "byte {at}");
        resumed += 1;
        fs::remove_file(&copy).unwrap();
    }
    assert!(noticed > 10 && resumed > 100, "{noticed} {resumed}");
}

#[test]
fn a_damaged_run_does_not_hide_the_others() {
    let (_dir, path, first, _) = filled(3);
    let mut store = Store::open(&path).unwrap();
    let second = store.begin(RunKind::Match, "", &plan(2)).unwrap();
    let sql = "UPDATE run SET seed = seed + 1 WHERE id = ?";
    store.connection.execute(sql, [first]).unwrap();
    let runs = store.runs().unwrap();
    let damaged = runs[0].as_ref().unwrap_err().to_string();
    assert!(
        damaged.contains("run 1 does not match its checksum"),
        "{damaged}"
    );
    assert_eq!(runs[1].as_ref().unwrap().id, second);
    assert_eq!(store.check().unwrap().faults.len(), 1);
}

/// A run goes on in another store and comes back, with nothing twice and nothing lost.
#[test]
fn runs_are_copied_between_stores() {
    let dir = tempfile::tempdir().unwrap();
    let open = |name: &str| Store::open(&dir.path().join(name)).unwrap();
    let (mut here, mut there) = (open("here.db"), open("there.db"));
    let plan = plan(6);
    here.begin(RunKind::Match, "another", &plan).unwrap();
    let run = here.begin(RunKind::Match, "half", &plan).unwrap();
    let whole = plan.run(Vec::new(), 1, &mut ()).unwrap();
    for game in &whole[0][..2] {
        here.add(run, 0, game).unwrap();
    }
    here.flush().unwrap();

    let copied = there.copy_run(&here, run).unwrap();
    assert_eq!((copied.run, copied.games, copied.is_new), (1, 2, true));
    let played = there.play(copied.run, 1, &mut ()).unwrap();
    assert_eq!(essence(&played), essence(&whole));
    assert!(there.run(copied.run).unwrap().ended.is_some());

    let back = here.copy_run(&there, copied.run).unwrap();
    let games = whole.iter().map(Vec::len).sum::<usize>() as u64;
    assert_eq!((back.run, back.games, back.is_new), (run, games - 2, false));
    assert_eq!(essence(&here.games(run).unwrap()), essence(&whole));
    assert_eq!(here.run(run).unwrap().ended, there.run(1).unwrap().ended);
    assert_eq!(
        here.record(run, 0, 0).unwrap(),
        there.record(1, 0, 0).unwrap()
    );
    assert_eq!(here.copy_run(&there, 1).unwrap().games, 0);
    assert_eq!(here.runs().unwrap().len(), 2);
}

#[test]
fn an_older_store_is_brought_up_to_date_with_all_it_has() {
    let (_dir, path, id, results) = filled(4);
    let connection = Connection::open(&path).unwrap();
    // As the first release left it.
    connection
        .execute_batch("DROP TABLE outcome; DROP TABLE point; PRAGMA user_version = 1")
        .unwrap();
    drop(connection);
    let mut store = Store::open_existing(&path).unwrap();
    assert_eq!(essence(&store.games(id).unwrap()), essence(&results));
    let outcome = Outcome {
        won_after: None,
        moves: 7,
        largest: 64,
    };
    store
        .add_outcomes("an experiment", &[(3, outcome)])
        .unwrap();
    let stored = store.outcomes("an experiment").unwrap();
    assert_eq!(stored.into_iter().collect::<Vec<_>>(), [(3, outcome)]);
    // A damaged one is not believed.
    let sql = "UPDATE outcome SET moves = 8";
    store.connection.execute(sql, []).unwrap();
    assert!(store.outcomes("an experiment").unwrap().is_empty());
    assert_eq!(store.check().unwrap().faults.len(), 1);
}
