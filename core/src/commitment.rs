//! Commitments: what a sealed game says at its start, so that anyone can check its end.
//!
//! A record opens with the commitment to the deal, and with one to each seat's secret layout;
//! it ends with the salts and what was committed to. The salt is 32 fresh random bytes, given
//! from outside: without it a reader could try every deal.
//!
//! A commitment is the BLAKE3 hash (unkeyed, 32 bytes) of these bytes, one after the other:
//!
//! | bytes | deal | layout |
//! |---|---|---|
//! | domain, ASCII | `masque deal v1` | `masque layout v1` |
//! | salt | 32 bytes | 32 bytes |
//! | seat | - | 1 byte |
//! | length of the content | 8 bytes, little-endian | 8 bytes, little-endian |
//! | content | the canonical deal | the canonical layout |
//!
//! so that `b3sum` alone can check it.
//!
//! ```
//! use masque_core::commitment::{Commitment, Salt};
//!
//! let salt = Salt::from_bytes([7; 32]);
//! let opening = Commitment::deal(&salt, b"K k").to_string();
//! // ... the game ...
//! let said: Commitment = opening.parse()?;
//! assert!(said.verify_deal(&salt, b"K k"));
//! assert!(!said.verify_deal(&salt, b"k K"));
//! # Ok::<(), masque_core::commitment::HexError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const DEAL: &[u8] = b"masque deal v1";
const LAYOUT: &[u8] = b"masque layout v1";

/// The hash by which a record is bound to a secret. Its text is 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Commits to a deal, given as its canonical bytes.
    pub fn deal(salt: &Salt, deal: &[u8]) -> Self {
        Self::of(DEAL, salt, &[], deal)
    }

    /// Commits to the secret layout of one seat, given as its canonical bytes.
    pub fn layout(salt: &Salt, seat: u8, layout: &[u8]) -> Self {
        Self::of(LAYOUT, salt, &[seat], layout)
    }

    /// Whether this is the commitment to that deal with that salt.
    pub fn verify_deal(&self, salt: &Salt, deal: &[u8]) -> bool {
        *self == Self::deal(salt, deal)
    }

    /// Whether this is the commitment to that seat's layout with that salt.
    pub fn verify_layout(&self, salt: &Salt, seat: u8, layout: &[u8]) -> bool {
        *self == Self::layout(salt, seat, layout)
    }

    fn of(domain: &[u8], salt: &Salt, seat: &[u8], content: &[u8]) -> Self {
        let mut hash = blake3::Hasher::new();
        hash.update(domain);
        hash.update(&salt.0);
        hash.update(seat);
        hash.update(&(content.len() as u64).to_le_bytes());
        hash.update(content);
        Self(*hash.finalize().as_bytes())
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        from_hex(text).map(Self)
    }
}

impl From<Commitment> for String {
    fn from(commitment: Commitment) -> Self {
        commitment.to_string()
    }
}

impl TryFrom<String> for Commitment {
    type Error = HexError;

    fn try_from(text: String) -> Result<Self, HexError> {
        text.parse()
    }
}

/// The random bytes that hide what a commitment binds; secret until the game is over.
///
/// Its `Debug` shows nothing. Serialising it, or [`Salt::to_hex`], discloses it: 64 hexadecimal
/// digits.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Salt([u8; 32]);

impl Salt {
    /// A salt of 32 bytes of real entropy.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The salt as it is disclosed at the end of a game.
    pub fn to_hex(&self) -> String {
        to_hex(&self.0)
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(..)")
    }
}

impl FromStr for Salt {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        from_hex(text).map(Self)
    }
}

impl From<Salt> for String {
    fn from(salt: Salt) -> Self {
        salt.to_hex()
    }
}

impl TryFrom<String> for Salt {
    type Error = HexError;

    fn try_from(text: String) -> Result<Self, HexError> {
        text.parse()
    }
}

/// Why a text is no salt and no commitment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HexError {
    /// A character is no hexadecimal digit.
    #[error("{found:?} at byte {at} is not a hexadecimal digit")]
    Digit {
        /// Byte offset of the character.
        at: usize,
        /// The character.
        found: char,
    },
    /// The text has another length.
    #[error("expected 64 hexadecimal digits, found {found}")]
    Length {
        /// How many digits there are.
        found: usize,
    },
}

fn to_hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads 64 hexadecimal digits of either case.
fn from_hex(text: &str) -> Result<[u8; 32], HexError> {
    let digit = |(at, found): (usize, char)| {
        found
            .to_digit(16)
            .map(|digit| digit as u8)
            .ok_or(HexError::Digit { at, found })
    };
    let digits = text
        .char_indices()
        .map(digit)
        .collect::<Result<Vec<u8>, _>>()?;
    if digits.len() != 64 {
        return Err(HexError::Length {
            found: digits.len(),
        });
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn salt() -> Salt {
        Salt::from_bytes(std::array::from_fn(|i| i as u8))
    }

    // Computed apart, from the definition of BLAKE3.
    #[test]
    fn commitments_are_pinned() {
        assert_eq!(
            Commitment::deal(&salt(), b"deal").to_string(),
            "6ed2217e22d769c0608df6392b48769afd4e05cab004474e8cda764ff9931904"
        );
        assert_eq!(
            Commitment::layout(&salt(), 1, b"deal").to_string(),
            "3b95357a72d35e05e9de1d8a86bff08f26def255cd550bc8ddf536a35f561365"
        );
    }

    #[test]
    fn every_part_counts() {
        let deal = Commitment::deal(&salt(), b"deal");
        assert!(deal.verify_deal(&salt(), b"deal"));
        assert!(!deal.verify_deal(&salt(), b"dea"));
        assert!(!deal.verify_deal(&Salt::from_bytes([0; 32]), b"deal"));
        assert!(!deal.verify_layout(&salt(), 0, b"deal"));
        let layout = Commitment::layout(&salt(), 0, b"deal");
        assert!(layout.verify_layout(&salt(), 0, b"deal"));
        assert!(!layout.verify_layout(&salt(), 1, b"deal"));
    }

    #[test]
    fn bad_text_is_refused_in_place() {
        let parse = |text: &str| text.parse::<Commitment>().expect_err(text);
        assert_eq!(parse(""), HexError::Length { found: 0 });
        assert_eq!(parse(&"a".repeat(63)), HexError::Length { found: 63 });
        assert_eq!(parse("0g"), HexError::Digit { at: 1, found: 'g' });
        assert_eq!(parse("0é"), HexError::Digit { at: 1, found: 'é' });
    }

    #[test]
    fn a_salt_is_not_shown_by_accident() {
        assert_eq!(format!("{:?}", salt()), "Salt(..)");
    }

    proptest! {
        #[test]
        fn text_and_json_round_trip(bytes: [u8; 32]) {
            let (salt, commitment) = (Salt(bytes), Commitment(bytes));
            prop_assert_eq!(salt.to_hex().parse(), Ok(salt.clone()));
            prop_assert_eq!(commitment.to_string().to_uppercase().parse(), Ok(commitment));
            let json = serde_json::to_string(&(&salt, commitment)).expect("JSON");
            prop_assert_eq!(serde_json::from_str::<(Salt, Commitment)>(&json).expect("back"), (salt, commitment));
        }
    }
}
