//! Game records of Go: the main line of an SGF file.

/// What a record says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Record {
    /// Lines each way.
    pub(crate) size: Option<u8>,
    /// The komi.
    pub(crate) komi: Option<f64>,
    /// Stones set up before the first move: whether black, and where.
    pub(crate) stones: Vec<(bool, Point)>,
    /// The moves: whether black's, and where; `None` for a pass.
    pub(crate) moves: Vec<(bool, Option<Point>)>,
    /// Whether Black is to move first, where the record says who is.
    pub(crate) black_first: Option<bool>,
}

/// A point, counted from the left and from the top, both from 0.
pub(crate) type Point = (u8, u8);

/// Reads the main line.
///
/// # Errors
/// What is wrong, and at which byte.
pub(crate) fn read(text: &str) -> Result<Record, String> {
    let mut record = Record::default();
    for (name, value, at) in properties(text)? {
        let wrong = |what: &str| format!("byte {at}: {name}[{value}] {what}");
        let point = || point(&value).ok_or_else(|| wrong("is no point"));
        match name.as_str() {
            "SZ" => {
                let size = value.trim().parse().map_err(|_| wrong("is no size"))?;
                record.size = Some(size);
            }
            "KM" => {
                let komi = value.trim().parse().map_err(|_| wrong("is no komi"))?;
                record.komi = Some(komi);
            }
            "PL" if record.moves.is_empty() => {
                record.black_first = Some(value.trim().eq_ignore_ascii_case("b"));
            }
            "AB" | "AW" | "AE" | "PL" if !record.moves.is_empty() => {
                return Err(wrong("changes the board after the first move"));
            }
            "AB" | "AW" => {
                let (from, to) = match value.split_once(':') {
                    Some((from, to)) => (from, to),
                    None => (value.as_str(), value.as_str()),
                };
                let corners = self::point(from).zip(self::point(to));
                let (from, to) = corners.ok_or_else(|| wrong("is no point"))?;
                for y in from.1..=to.1 {
                    let row = (from.0..=to.0).map(|x| (name == "AB", (x, y)));
                    record.stones.extend(row);
                }
            }
            "B" | "W" => {
                let far = record.size.unwrap_or(19) <= 19 && value == "tt";
                let passes = value.trim().is_empty() || far;
                let at = if passes { None } else { Some(point()?) };
                record.moves.push((name == "B", at));
            }
            _ => {}
        }
    }
    Ok(record)
}

fn point(text: &str) -> Option<Point> {
    let axis = |b: u8| (b.is_ascii_lowercase()).then(|| b - b'a');
    match text.trim().as_bytes() {
        [x, y] => axis(*x).zip(axis(*y)),
        _ => None,
    }
}

/// The properties of the main line, one for each value, with the byte where the value begins.
fn properties(text: &str) -> Result<Vec<(String, String, usize)>, String> {
    let mut found = Vec::new();
    let mut name = String::new();
    let mut fresh = true;
    let mut open = false;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '(' => open = true,
            // The first variation that closes is the main line.
            ')' => return Ok(found),
            ';' => name.clear(),
            '[' => {
                let mut value = String::new();
                loop {
                    match chars.next() {
                        Some((_, ']')) => break,
                        Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                        Some((_, c)) => value.push(c),
                        None => return Err(format!("byte {at}: `[` is not closed")),
                    }
                }
                if !open || name.is_empty() {
                    return Err(format!("byte {at}: a value without a property"));
                }
                found.push((name.clone(), value, at + 1));
                fresh = true;
            }
            c if c.is_ascii_uppercase() => {
                if fresh {
                    name.clear();
                }
                name.push(c);
                fresh = false;
            }
            c if c.is_whitespace() || c.is_ascii_lowercase() => {}
            c => return Err(format!("byte {at}: `{c}` is unexpected")),
        }
    }
    Err("this is no SGF: no game is closed by `)`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_read() {
        let text = "(;FF[4]GM[1]SZ[9]KM[6.5]AB[aa:ba][ec]AW[ii]PL[W]C[a \\] bracket];W[cc](;B[tt];W[])(;B[dd]))";
        let record = read(text).expect("it reads");
        assert_eq!((record.size, record.komi), (Some(9), Some(6.5)));
        let black = [(0, 0), (1, 0), (4, 2)].map(|p| (true, p));
        assert_eq!(record.stones[..3], black);
        assert_eq!(record.stones[3], (false, (8, 8)));
        let moves = [(false, Some((2, 2))), (true, None), (false, None)];
        assert_eq!(record.moves, moves);
        assert_eq!(record.black_first, Some(false));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, says) in [
            ("", "no game is closed"),
            ("(;SZ[x])", "SZ[x] is no size"),
            ("(;B[a1])", "is no point"),
            ("(;B[aa];AB[bb])", "after the first move"),
            ("(;C[open", "byte 3: `[` is not closed"),
            ("(;[aa])", "without a property"),
            ("(;B[aa]!)", "`!` is unexpected"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
