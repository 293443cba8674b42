//! Board, pieces, knowledge, actions and mechanisms of Masque, free of I/O and of any game's name.
