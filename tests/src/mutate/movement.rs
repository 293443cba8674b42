//! Small changes to texts with a notation of their own: movement, the start, times and sites.

/// Betza notation with one thing changed: an atom left out or of another letter, its range, or one of its modifiers.
pub(super) fn betza(text: &str) -> Vec<String> {
    let atoms = atoms(text);
    let mut out: Vec<String> = Vec::new();
    let mut add = |changed: String| {
        if changed != text && !changed.is_empty() && !out.contains(&changed) {
            out.push(changed);
        }
    };
    for (n, atom) in atoms.iter().enumerate() {
        let with = |changed: Option<Atom>| -> String {
            let all = atoms.iter().enumerate();
            all.filter_map(|(i, a)| {
                if i == n {
                    changed.clone()
                } else {
                    Some(a.clone())
                }
            })
            .map(|a| a.text())
            .collect()
        };
        add(with(None));
        let range = match atom.range.parse::<u32>() {
            Ok(1) => vec!["2".to_owned()],
            Ok(steps) => vec![(steps + 1).to_string(), steps.saturating_sub(1).to_string()],
            Err(_) if !atom.range.is_empty() => vec![String::new()],
            Err(_) if "RBQ".contains(atom.letter) => vec!["1".to_owned()],
            Err(_) => vec!["2".to_owned()],
        };
        for range in range {
            add(with(Some(Atom {
                range,
                ..atom.clone()
            })));
        }
        let letter = match atom.letter {
            'W' | 'D' | 'H' => 'F',
            'F' | 'A' | 'G' => 'W',
            'R' => 'B',
            'B' | 'Q' => 'R',
            'N' => 'C',
            _ => 'W',
        };
        add(with(Some(Atom {
            letter,
            range: String::new(),
            ..atom.clone()
        })));
        for (i, c) in atom.modifiers.char_indices() {
            let mut modifiers = atom.modifiers.clone();
            modifiers.remove(i);
            let other = match c {
                'm' => "c",
                'c' => "m",
                'f' => "b",
                _ => "",
            };
            add(with(Some(Atom {
                modifiers: modifiers.clone(),
                ..atom.clone()
            })));
            if !other.is_empty() {
                modifiers.insert_str(i, other);
                add(with(Some(Atom {
                    modifiers,
                    ..atom.clone()
                })));
            }
        }
        if !atom.modifiers.contains(['m', 'c']) {
            for mode in ["m", "c"] {
                add(with(Some(Atom {
                    modifiers: format!("{mode}{}", atom.modifiers),
                    ..atom.clone()
                })));
            }
        }
    }
    out
}

#[derive(Clone, Debug)]
struct Atom {
    modifiers: String,
    letter: char,
    range: String,
}

impl Atom {
    fn text(&self) -> String {
        format!("{}{}{}", self.modifiers, self.letter, self.range)
    }
}

fn atoms(text: &str) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = Vec::new();
    let mut modifiers = String::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if c.is_ascii_lowercase() {
            modifiers.push(c);
            continue;
        }
        let last = atoms.last_mut().filter(|_| modifiers.is_empty());
        match last {
            Some(last) if c.is_ascii_digit() => last.range.push(c),
            Some(last) if c == last.letter && last.range.is_empty() => last.range.push(c),
            _ => atoms.push(Atom {
                modifiers: std::mem::take(&mut modifiers),
                letter: c,
                range: String::new(),
            }),
        }
    }
    atoms
}

/// A board at the start with one piece missing, or two things of a rank exchanged, for each rank that has pieces.
pub(super) fn start(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut from = 0;
    for row in text.split_inclusive(['\n', '/']) {
        let letters: Vec<(usize, char)> = row
            .char_indices()
            .filter(|(_, c)| c.is_alphabetic() || *c == '.')
            .collect();
        let put = |at: usize, c: char, text: &mut String| {
            let end = from + at + text[from + at..].chars().next().map_or(0, char::len_utf8);
            text.replace_range(from + at..end, &c.to_string());
        };
        let first = letters.iter().find(|(_, c)| *c != '.');
        if let Some((at, _)) = first {
            let mut without = text.to_owned();
            put(*at, '.', &mut without);
            out.push(without);
        }
        let pair = letters.windows(2).find(|pair| pair[0].1 != pair[1].1);
        if let Some([(a, first), (b, second)]) = pair {
            let mut swapped = text.to_owned();
            // From the right, so that places to the left stay where they are.
            put(*b, *first, &mut swapped);
            put(*a, *second, &mut swapped);
            out.push(swapped);
        }
        from += row.len();
    }
    out
}

/// A time of one more and of one less of its first number.
pub(super) fn time(text: &str) -> Vec<String> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let Ok(number) = text[..end].parse::<u64>() else {
        return Vec::new();
    };
    let rest = &text[end..];
    let mut out = vec![format!("{}{rest}", number + 1)];
    if number > 1 {
        out.push(format!("{}{rest}", number - 1));
    }
    out
}

/// The site beside a site, on the next file or else the one before.
pub(super) fn beside(site: &str) -> Vec<String> {
    let mut chars = site.chars();
    let Some(file) = chars.next().filter(char::is_ascii_lowercase) else {
        return Vec::new();
    };
    let rank = chars.as_str();
    let other = if file == 'a' {
        'b'
    } else {
        char::from(file as u8 - 1)
    };
    vec![format!("{other}{rank}")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_atom_changes_in_every_way() {
        assert_eq!(betza("W"), ["W2", "F", "mW", "cW"]);
        assert_eq!(
            betza("mRcpB2"),
            [
                "cpB2", "mR1cpB2", "mBcpB2", "RcpB2", "cRcpB2", "mR", "mRcpB3", "mRcpB1", "mRcpR",
                "mRpB2", "mRmpB2", "mRcB2",
            ]
        );
        assert_eq!(betza("NN"), ["N", "C", "mNN", "cNN"]);
    }

    #[test]
    fn a_start_changes_rank_by_rank() {
        assert_eq!(
            start("rr./3/.K."),
            [".r./3/.K.", "r.r/3/.K.", "rr./3/...", "rr./3/K.."]
        );
    }

    #[test]
    fn times_and_sites_change_a_little() {
        assert_eq!(time("1m30s"), ["2m30s"]);
        assert_eq!(time("50s"), ["51s", "49s"]);
        assert!(time("off").is_empty());
        assert_eq!(
            (beside("e1"), beside("a10")),
            (vec!["d1".to_owned()], vec!["b10".to_owned()])
        );
    }
}
