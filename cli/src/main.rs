//! The `masque` program: parses arguments, calls the libraries, renders what they say.

fn main() {}
