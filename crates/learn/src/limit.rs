//! The loop that no network can be faster than if every read went to memory: as many reads from
//! the same tables, at places drawn at random, and nothing else.

use serpentine_core::Stream;

use crate::form::on_tables;
use crate::kernel::{Kernel, Tables, Way, Work};
use crate::lookups::Digits;
use crate::network::Network;
use crate::trainer::Trainer;
use crate::weights::on_play_tables;

/// Reads for so many moves: what the boards of a move read, four or, to learn, five.
struct RandomReads<'a, const FORM: u8> {
    tables: Tables<'a, FORM>,
    moves: u64,
    learns: bool,
}

impl<const FORM: u8> Work for RandomReads<'_, FORM> {
    type Output = f32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> f32 {
        let mut stream = Stream::new(self.moves);
        let mut sum = 0.0;
        for _ in 0..self.moves {
            let mut boards = [Digits::from_word(0); 4];
            for board in &mut boards {
                *board = Digits::from_word(stream.next_u64());
            }
            // All four, or a compiler sees that nobody wants the others.
            let values = kernel.values(&self.tables, &boards, &[0; 4]);
            sum += values.iter().sum::<f32>();
            if self.learns {
                let board = Digits::from_word(stream.next_u64());
                sum += kernel.values(&self.tables, &[board], &[0])[0];
            }
        }
        sum
    }
}

impl Network {
    /// Reads as much as so many greedy moves would, anywhere; a sum of it.
    pub fn read_at_random(&self, moves: u64) -> f32 {
        let learns = false;
        on_play_tables!(self.tables(), tables => self.way().run(RandomReads {
            tables,
            moves,
            learns,
        }))
    }
}

impl Trainer {
    /// Reads as much as so many moves of learning would, anywhere; a sum of it.
    pub fn read_at_random(&mut self, moves: u64) -> f32 {
        let way = Way::fastest_for(self.recipe().layout.size());
        let learns = true;
        on_tables!(self.tables(), tables => way.run(RandomReads {
            tables,
            moves,
            learns,
        }))
    }
}
