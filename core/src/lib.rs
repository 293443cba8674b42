//! Board, pieces, knowledge, actions and mechanisms of Masque, free of I/O and of any game's name.

pub mod clock;
pub mod commitment;
pub mod movement {
    //! How pieces move over a board.
    pub mod betza;
}
pub mod random;
