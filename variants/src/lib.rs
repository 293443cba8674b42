//! Finds and embeds the variant folders that ship with Masque.
