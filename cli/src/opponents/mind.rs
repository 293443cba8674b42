//! An opponent at work: what it keeps between its turns, and how it comes to an action.

use masque_core::action::Action;
use masque_core::belief::BeliefError;
use masque_core::hooks::HookError;
use masque_core::mcts::{Found, SearchError};
use masque_core::random::Dice;
use masque_scripting::diag::Diagnostic;

use super::chair::Chair;
use super::memory::Memory;
use super::module;
use super::player::{Player, Thinking};
use super::program::{Asked, Kept};
use super::search::{GoOn, search};
use super::simple;
use crate::variant::Loaded;

/// A player made ready for a variant: its program or module is there, for any number of games.
#[derive(Clone, Debug)]
pub(crate) struct Opponent {
    player: Player,
    kept: Option<Kept>,
    module: Option<module::Player>,
}

impl Opponent {
    /// Makes a player ready.
    ///
    /// # Errors
    /// What cannot be started or read.
    pub(crate) fn ready(player: &Player, loaded: &Loaded) -> Result<Self, Diagnostic> {
        let kept = match player {
            Player::Engine(program) => Some(Kept::start(program, loaded)?),
            _ => None,
        };
        let module = match player {
            Player::Wasm(module) => Some(module::Player::ready(module, loaded)?),
            _ => None,
        };
        Ok(Self {
            player: player.clone(),
            kept,
            module,
        })
    }

    /// Sits it down at a game; a person has no mind here.
    pub(crate) fn sit(&self) -> Option<Mind> {
        self.sit_remembering(Memory::default())
    }

    /// Sits it down at a game of which it has something in mind already.
    pub(crate) fn sit_remembering(&self, memory: Memory) -> Option<Mind> {
        if let Some(module) = &self.module {
            return Some(Mind(Kind::Wasm(Box::new(module.clone()))));
        }
        Some(Mind(match (&self.player, &self.kept) {
            (Player::Random, _) => Kind::Random,
            (Player::Greedy, _) => Kind::Greedy,
            (Player::Mcts(thinking), _) => Kind::Mcts(Box::new(thinking.clone()), Box::new(memory)),
            (_, Some(kept)) => Kind::Engine(kept.clone(), Box::default()),
            _ => return None,
        }))
    }
}

/// An opponent at work in one game.
pub(crate) struct Mind(Kind);

enum Kind {
    Random,
    Greedy,
    Mcts(Box<Thinking>, Box<Memory>),
    Engine(Kept, Box<Asked>),
    Wasm(Box<module::Player>),
}

/// What an opponent chose.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// The action.
    pub(crate) action: Action,
    /// Simulations made for it, as far as is known.
    pub(crate) simulations: u64,
    /// What the search came to, where there was one.
    pub(crate) found: Option<Found>,
}

/// Why an opponent chose nothing.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Trouble {
    /// There is nothing to choose, and no ending of the rules says what then.
    #[error("there is no action, and no ending of these rules says what then")]
    NoAction,
    /// The variant's script failed.
    #[error("{0}")]
    Rules(HookError),
    /// The program or module that was asked died, fell silent or answered nonsense: it loses the game.
    #[error("{0}")]
    Forfeit(String),
}

impl From<HookError> for Trouble {
    fn from(error: HookError) -> Self {
        Self::Rules(error)
    }
}

impl Mind {
    /// Chooses an action of the chair's seat, whose turn it is. Searches stop early when `go_on` says so.
    ///
    /// # Errors
    /// [`Trouble`].
    pub(crate) fn choose(
        &mut self,
        chair: &Chair<'_>,
        dice: &mut Dice,
        go_on: GoOn<'_>,
    ) -> Result<Choice, Trouble> {
        let plain = |action: Option<Action>| {
            let action = action.ok_or(Trouble::NoAction)?;
            Ok(Choice {
                action,
                simulations: 0,
                found: None,
            })
        };
        match &mut self.0 {
            Kind::Random => plain(simple::random(chair, dice)?),
            Kind::Greedy => plain(simple::greedy(chair, dice)?),
            Kind::Mcts(thinking, memory) => {
                let found = match memory.belief(chair) {
                    Ok(belief) => search(belief, thinking, dice, go_on),
                    Err(BeliefError::Hook(error)) => Err(SearchError::Hook(error)),
                    // What cannot be thought about is still played.
                    Err(_) => return plain(simple::greedy(chair, dice)?),
                };
                match found {
                    Ok(found) => Ok(Choice {
                        action: found.best,
                        simulations: found.simulations,
                        found: Some(found),
                    }),
                    Err(SearchError::Hook(error)) => Err(error.into()),
                    Err(SearchError::NoAction) => Err(Trouble::NoAction),
                    Err(_) => plain(simple::greedy(chair, dice)?),
                }
            }
            Kind::Wasm(module) => plain(module.choose(chair, dice)?),
            Kind::Engine(kept, asked) => {
                let (action, simulations) = kept.choose(asked, chair, dice)?;
                Ok(Choice {
                    action,
                    simulations,
                    found: None,
                })
            }
        }
    }
}
