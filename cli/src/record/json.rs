//! A record as JSON.

use masque_core::piece::Observer;
use serde_json::{Value, json as value};

use super::{Deed, Entry, Read, clock};

/// Everything that a record says, as data.
pub(crate) fn json(read: &Read) -> Value {
    let header = &read.header;
    let seal = header.seal.as_ref().map(|seal| {
        value!({
            "deal": seal.deal.to_string(),
            "layouts": seal.layouts.map(|layout| layout.map(|l| l.to_string())),
        })
    });
    let files: Vec<Value> = header
        .carried
        .iter()
        .map(|file| value!({ "folder": file.folder, "name": file.name, "text": file.text }))
        .collect();
    let lines: Vec<Value> = read.entries.iter().map(|(entry, _)| line(entry)).collect();
    let footer = read.footer.as_ref();
    value!({
        "version": read.version,
        "variant": header.variant,
        "options": header.options,
        "rules": header.rules,
        "game": header.game,
        "eyes": match header.eyes {
            Observer::Public => value!("public"),
            Observer::Seat(seat) => value!(seat.0),
        },
        "commitments": seal,
        "seats": header.seats,
        "names": header.names,
        "date": header.date,
        "clock": header.clock.as_ref().map(clock::settings),
        "start": header.start,
        "files": files,
        "lines": lines,
        "result": footer.map(|f| &f.result),
        "salt": footer.and_then(|f| f.salt.as_ref()),
        "seed": footer.and_then(|f| f.seed.as_ref()),
        "deal": footer.and_then(|f| f.deal.as_ref()),
    })
}

fn line(entry: &Entry) -> Value {
    match entry {
        Entry::Undo(number) => value!({ "undo": number }),
        Entry::Clock(times) => value!({ "clock": times.to_string() }),
        Entry::Deed(deed) => deed_line(deed),
    }
}

fn deed_line(deed: &Deed) -> Value {
    let (word, text) = match deed.text.split_once(' ') {
        Some((word @ ("act" | "try"), text)) => (word, text),
        _ => ("action", deed.text.as_str()),
    };
    let told: Vec<Value> = deed
        .told
        .iter()
        .map(|heard| value!({ "only": heard.only.map(|seat| seat.0), "event": heard.words }))
        .collect();
    value!({
        "number": deed.number,
        "seat": deed.seat.0,
        word: text,
        "automatic": deed.automatic,
        "clock": deed.times.map(|times| times.to_string()),
        "told": told,
        "position": deed.position,
    })
}
