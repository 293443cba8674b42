//! What the program shows of a game beside the library: records, the engine protocol, machine players.

use masque_conformance::audit::surface::{Field, Scene, Surface, Try};
use masque_core::commitment::Commitment;
use masque_core::engine::Match;
use masque_core::game::{Deed as Deeds, PlayError};
use masque_core::piece::{Observer, Seat};
use masque_core::random::{Seed, Stream};
use masque_core::setup::SetupCell;
use masque_core::site::Site;
use masque_scripting::document::Document;
use serde_json::{Value, json};

use crate::lang::Lang;
use crate::opponents::{Chair, Opponent, Player};
use crate::picture::{Artist, Wishes};
use crate::protocol::answer;
use crate::protocol::game::{Host, Table};
use crate::protocol::role::Role;
use crate::record::{Deed, Entry, Header, Seal, act_word, header_for};
use crate::variant::{Loaded, starts};

/// The seed of what has nothing to do with the deal.
const SEED: u64 = 0;

/// The public record of a game and the observer's own, as they are written while the game is played; commitments are
/// left out of account, and times, which no truth has a part in.
pub(crate) struct Records<'a> {
    /// The variant.
    pub(crate) loaded: &'a Loaded,
}

impl Surface for Records<'_> {
    fn show(&self, scene: &Scene<'_>) -> Vec<Field> {
        let Ok(mut game) = scene.engine.start(scene.start) else {
            return Vec::new();
        };
        let constant = "0".repeat(64).parse::<Commitment>().ok();
        let public = game.text(Observer::Public);
        let loaded = self.loaded;
        let mut header = Header::new(&loaded.name, &loaded.choices, &loaded.hash, "0", &public);
        header.seal = constant.map(|deal| Seal {
            deal,
            layouts: [None, None],
        });
        let own = header_for(&header, &*game, scene.observer);
        let mut texts = [header.text(), own.text()];
        for (seat, deed) in scene.deeds {
            let done = done(&mut *game, *seat, *deed);
            for (text, eyes) in texts.iter_mut().zip([Observer::Public, scene.observer]) {
                let deed = Deed::last(scene.engine, &*game, eyes, done.clone(), None);
                match deed {
                    Some(deed) => text.push_str(&Entry::Deed(deed).text()),
                    None => text.push_str(&done),
                }
            }
        }
        let [record, own] = texts;
        vec![Field::new("record", record), Field::new("record.own", own)]
    }
}

/// Does a deed, and gives the text that the record has of it.
fn done(game: &mut dyn Match, seat: Seat, deed: Deeds) -> String {
    match deed {
        Deeds::Action(action) | Deeds::Try(action) => {
            let text = game.format_action(Observer::Public, action);
            match game.play(seat, action, false) {
                Ok(_) => text,
                Err(PlayError::Refused(_)) => format!("try {text}"),
                Err(error) => error.to_string(),
            }
        }
        Deeds::Act(act) => match game.act(seat, act) {
            Ok(_) => format!("act {}", act_word(act)),
            Err(error) => error.to_string(),
        },
    }
}

/// What a session of the engine protocol is answered, set-up included.
pub(crate) struct Sessions<'a> {
    /// The variant.
    pub(crate) loaded: &'a Loaded,
    /// The variant before options are chosen.
    pub(crate) document: &'a Document,
}

impl Sessions<'_> {
    fn host(&self) -> Host {
        let table = Table::new(
            self.loaded.clone(),
            self.document.clone(),
            Role::Arbiter,
            [None, None],
            Seed::from_u64(SEED),
        );
        Host {
            game: Some(table),
            ..Host::default()
        }
    }

    /// What is answered while the seats lay out, the first alone or both.
    fn laying_out(&self, scene: &Scene<'_>, session: &str) -> String {
        let mut host = self.host();
        let mut text = String::new();
        for seat in Seat::BOTH {
            let side = scene.start.side_of(seat);
            let letters = scene
                .start
                .cells
                .iter()
                .enumerate()
                .filter_map(|(i, cell)| match cell {
                    SetupCell::Down { truth: Some(p), .. } if Some(p.side) == side => {
                        let site = scene.engine.site_name(Site(i as u16)).to_owned();
                        Some((site, json!(scene.engine.letter(*p).to_string())))
                    }
                    _ => None,
                });
            let layout = Value::Object(letters.collect());
            let (answered, _) = answer(
                &mut host,
                Ok(json!({ "cmd": "layout", "seat": seat.0, "layout": layout }).to_string()),
            );
            // An error here would be the arbiter's; the session only sees what follows.
            text.push_str(&format!("{}\n", answered["ok"]));
            for cmd in ["outcome", "position", "observe"] {
                text.push_str(&ask(&mut host, session, json!({ "cmd": cmd })));
            }
        }
        text
    }
}

/// Asks as a session, and gives the line answered.
fn ask(host: &mut Host, session: &str, mut request: Value) -> String {
    request["session"] = session.into();
    let (answered, _) = answer(host, Ok(request.to_string()));
    format!("{answered}\n")
}

impl Surface for Sessions<'_> {
    fn show(&self, scene: &Scene<'_>) -> Vec<Field> {
        let session = match scene.observer {
            Observer::Seat(seat) => format!("seat {}", seat.0),
            Observer::Public => "spectator".to_owned(),
        };
        let mut fields = Vec::new();
        if scene.engine.needs_layouts() {
            fields.push(Field::new(
                "protocol.layout",
                self.laying_out(scene, &session),
            ));
        }
        let mut host = self.host();
        let Some(table) = &mut host.game else {
            return fields;
        };
        if table.begin(scene.start).is_err() {
            return fields;
        }
        for (seat, deed) in scene.deeds {
            let request = match deed {
                Deeds::Action(action) | Deeds::Try(action) => {
                    let Some(game) = host.game.as_ref().and_then(|t| t.game().ok()) else {
                        return fields;
                    };
                    let text = game.format_action(Observer::Seat(*seat), *action);
                    json!({ "cmd": "play", "seat": seat.0, "action": text })
                }
                Deeds::Act(act) => json!({ "cmd": "act", "seat": seat.0, "act": act_word(*act) }),
            };
            answer(&mut host, Ok(request.to_string()));
        }
        let plain = [
            "position", "legal", "observe", "events", "outcome", "describe", "render",
        ];
        for cmd in plain {
            let answered = ask(&mut host, &session, json!({ "cmd": cmd }));
            fields.push(Field::new(format!("protocol.{cmd}"), answered));
        }
        let mut explained = String::new();
        let mut denied = String::new();
        for attempt in scene.tries {
            let Try::Text(text) = attempt else { continue };
            explained.push_str(&ask(
                &mut host,
                &session,
                json!({ "cmd": "explain", "action": text }),
            ));
        }
        for request in [
            json!({ "cmd": "position", "truth": true }),
            json!({ "cmd": "perft", "depth": 1 }),
            json!({ "cmd": "observe", "observer": "seat 0" }),
            json!({ "cmd": "observe", "observer": "seat 1" }),
            json!({ "cmd": "events", "observer": "seat 0" }),
            json!({ "cmd": "events", "observer": "seat 1" }),
        ] {
            denied.push_str(&ask(&mut host, &session, request));
        }
        fields.push(Field::new("protocol.explain", explained));
        fields.push(Field::new("protocol.denied", denied));
        fields
    }
}

/// The picture of the board, with the pieces beside it.
pub(crate) struct Pictures;

impl Surface for Pictures {
    fn show(&self, scene: &Scene<'_>) -> Vec<Field> {
        let wishes = Wishes {
            captured: true,
            ..Wishes::default()
        };
        let Ok(artist) = Artist::new(scene.engine, wishes, Lang::ENGLISH) else {
            return Vec::new();
        };
        let drawn = artist.draw(&scene.game.observe(scene.observer));
        vec![Field::new("picture", drawn)]
    }
}

/// What machine players choose for the observer, and so what a hint would be.
pub(crate) struct Machines<'a> {
    /// The variant.
    pub(crate) loaded: &'a Loaded,
}

/// The players asked: the searches with few simulations, since every moment asks them many times.
const ASKED: [&str; 4] = [
    "random",
    "greedy",
    "mcts:simulations=24",
    "mcts:simulations=24,form=single",
];

impl Surface for Machines<'_> {
    fn show(&self, scene: &Scene<'_>) -> Vec<Field> {
        let Observer::Seat(seat) = scene.observer else {
            return Vec::new();
        };
        if scene.game.turn() != seat || scene.game.outcome().is_some() {
            return Vec::new();
        }
        let starts = starts(scene.engine, scene.start, &[]);
        let chair = Chair::new(scene.engine, &starts[seat.index()], scene.game, seat);
        let mut choices = Vec::new();
        for word in ASKED {
            let player = Player::read("player", word);
            let mind = player.and_then(|player| Opponent::ready(&player, self.loaded));
            let Ok(Some(mut mind)) = mind.map(|opponent| opponent.sit()) else {
                continue;
            };
            let mut dice = Seed::from_u64(SEED).stream(Stream::Bot(seat.0));
            let choice = mind.choose(&chair, &mut dice, &|_| true);
            choices.push(Field::new(format!("player.{word}"), format!("{choice:?}")));
        }
        choices
    }
}
