//! What compiled code reads of the picture without asking the host, and when the host need not be asked at all.

use wasm_encoder::{BlockType, Instruction as I, ValType};

use super::calls::{bytes_of, word};
use super::code::Code;
use super::encode::at;
use super::memory::part;
use crate::rhai::api::Sort;
use crate::rhai::ir::{Base, Expr, Node};

/// How a missing kind or an empty site looks in the low bits of a cell.
const NO_KIND: i32 = 31;

/// A set of the picture: its part and its address.
type Drawn = (u32, u64);

fn bytes_of_sites(sites: &[i32]) -> Vec<u8> {
    sites.iter().flat_map(|s| s.to_le_bytes()).collect()
}

impl<'a> Code<'a, '_> {
    /// The set at an address.
    fn set_at(&mut self, address: u64) {
        for i in 0..self.words() as u64 {
            self.ops([I::I32Const(0), I::I64Load(at(address + 8 * i, 3))]);
        }
    }

    /// The set of a number in a table of sets; the number is on the stack.
    pub(super) fn indexed_set(&mut self, table: u64) {
        let size = self.shared.layout.set() as i32;
        self.ops([I::I32Const(size), I::I32Mul]);
        let place = self.stash(&[ValType::I32])[0];
        for i in 0..self.words() as u64 {
            self.ops([I::LocalGet(place), I::I64Load(at(table + 8 * i, 3))]);
        }
    }

    /// The set of a side that may be missing, on the stack.
    fn side_set(&mut self, missing: bool) {
        self.parts |= part::BY_SIDE;
        let table = self.shared.layout.by_side();
        if !missing {
            self.indexed_set(table);
            return;
        }
        let side = self.stash(&[ValType::I32])[0];
        // Without a side the first set is read, and no bit of it kept.
        let size = self.shared.layout.set() as i32;
        for i in 0..self.words() as u64 {
            self.ops([I::LocalGet(side), I::I32Const(1), I::I32And]);
            self.ops([
                I::I32Const(size),
                I::I32Mul,
                I::I64Load(at(table + 8 * i, 3)),
            ]);
            self.ops([I::I64Const(0), I::LocalGet(side), I::I32Const(0), I::I32GeS]);
            self.op(I::Select);
        }
    }

    /// Whether the site on the stack is in a set of the picture.
    fn member(&mut self, set: Drawn) {
        let site = self.stash(&[ValType::I32])[0];
        self.has(set, site);
    }

    /// Whether a site is in a set of the picture.
    fn has(&mut self, (part, address): Drawn, site: u32) {
        self.parts |= part;
        if self.words() == 1 {
            self.op(I::I32Const(0));
        } else {
            self.ops([I::LocalGet(site), I::I32Const(6), I::I32ShrU]);
            self.ops([I::I32Const(3), I::I32Shl]);
        }
        self.ops([I::I64Load(at(address, 3)), I::LocalGet(site)]);
        self.ops([I::I64ExtendI32U, I::I64ShrU, I::I32WrapI64]);
        self.ops([I::I32Const(1), I::I32And]);
    }

    fn hidden(&self) -> Drawn {
        (part::HIDDEN, self.shared.layout.hidden())
    }

    fn occupied(&self) -> Drawn {
        (part::OCCUPIED, self.shared.layout.occupied())
    }

    fn cell(&mut self) {
        self.parts |= part::CELLS;
        let cells = self.shared.layout.cells();
        self.op(I::I32Load8U(at(cells, 0)));
    }

    /// The number on the stack, or -1 when it is not below a bound.
    fn below(&mut self, number: u32, bound: i32) {
        self.ops([I::LocalGet(number), I::I32Const(-1), I::LocalGet(number)]);
        self.ops([I::I32Const(bound), I::I32LtU, I::Select]);
    }

    /// The side that the piece at a site shows, or -1.
    fn shown_side(&mut self, site: u32) {
        let by_side = self.shared.layout.by_side();
        self.has((part::BY_SIDE, by_side + self.shared.layout.set()), site);
        self.ops([I::I32Const(1), I::I32Shl]);
        self.has((part::BY_SIDE, by_side), site);
        self.ops([I::I32Add, I::I32Const(-1), I::I32Add]);
    }

    /// What a view knows of the site on the stack: as all see it, and by the host where a hidden piece stands, of which
    /// the mover may know more.
    fn known(&mut self, on: Option<Base>, name: &'static str, shown: impl FnOnce(&mut Self, u32)) {
        let site = self.stash(&[ValType::I32])[0];
        if on != Some(Base::View) {
            shown(self, site);
            return;
        }
        self.has(self.hidden(), site);
        self.open(I::If(BlockType::Result(ValType::I32)));
        self.op(I::LocalGet(site));
        self.host(name, vec![ValType::I32], vec![ValType::I32]);
        self.op(I::Else);
        shown(self, site);
        self.close();
    }

    /// The kind that a site looks like: neither an empty site nor a back has one.
    fn face(&mut self, site: u32) {
        self.op(I::LocalGet(site));
        self.cell();
        self.ops([I::I32Const(31), I::I32And]);
        let kind = self.stash(&[ValType::I32])[0];
        self.below(kind, NO_KIND);
    }

    /// The piece at a site where both its side and its kind show, and nothing is hidden.
    fn shown_piece(&mut self, site: u32) {
        self.op(I::LocalGet(site));
        self.cell();
        let cell = self.stash(&[ValType::I32])[0];
        self.ops([I::LocalGet(cell), I::I32Const(5), I::I32ShrU]);
        self.ops([I::I32Const(8), I::I32Shl, I::LocalGet(cell)]);
        self.ops([I::I32Const(31), I::I32And, I::I32Or, I::I32Const(-1)]);
        self.ops([I::LocalGet(cell), I::I32Const(5), I::I32ShrU]);
        self.ops([I::I32Const(2), I::I32LtU, I::LocalGet(cell)]);
        self.ops([I::I32Const(31), I::I32And, I::I32Const(NO_KIND), I::I32Ne]);
        self.op(I::I32And);
        self.has(self.hidden(), site);
        self.ops([I::I32Eqz, I::I32And, I::Select]);
    }

    /// The place of a variable of the script among those of the position.
    pub(super) fn variable_place(&self, name: &Expr) -> Option<usize> {
        let name = self.shared.module.words.get(word(name))?;
        self.shared.facts.variables.iter().position(|v| v == name)
    }

    pub(super) fn of_picture(&mut self, name: &str, args: &[Expr], on: Option<Base>) -> bool {
        let layout = self.shared.layout;
        match (name, args) {
            ("side" | "mover", [_]) => {
                self.parts |= part::SIDES;
                self.ops([I::I32Const(0), I::I32Load(at(layout.mover(), 2))]);
            }
            ("opponent", [_]) => {
                self.parts |= part::SIDES;
                self.ops([I::I32Const(0), I::I32Load(at(layout.opponent(), 2))]);
            }
            ("own" | "enemy", [_]) => {
                self.parts |= part::SIDES;
                let side = if name == "own" {
                    layout.mover()
                } else {
                    layout.opponent()
                };
                self.ops([I::I32Const(0), I::I32Load(at(side, 2))]);
                self.side_set(true);
            }
            ("pieces", [_, _]) => self.side_set(false),
            ("empty", [_]) => {
                self.parts |= part::OCCUPIED;
                let all = &self.shared.facts.all;
                for (i, bits) in all.iter().enumerate() {
                    let place = at(layout.occupied() + 8 * i as u64, 3);
                    self.ops([I::I32Const(0), I::I64Load(place), I::I64Const(-1)]);
                    self.ops([I::I64Xor, I::I64Const(*bits as i64), I::I64And]);
                }
            }
            ("hidden", [_]) => {
                self.parts |= part::HIDDEN;
                self.set_at(layout.hidden());
            }
            ("is_empty", [_, _]) => {
                self.member(self.occupied());
                self.op(I::I32Eqz);
            }
            ("is_hidden", [_, _]) => self.member(self.hidden()),
            ("fogged", [_, _]) => self.member((part::FOG, layout.fog())),
            ("hazard_seen", [_, _]) => self.member((part::HAZARDS_SEEN, layout.hazards_seen())),
            ("moved", [_, _]) => {
                self.member((part::UNMOVED, layout.unmoved()));
                self.op(I::I32Eqz);
            }
            ("number", [_, _]) => {
                self.parts |= part::NUMBERS;
                self.op(I::I64Load8U(at(layout.numbers(), 0)));
            }
            ("owner", [_, _]) => self.known(on, "owner", Self::shown_side),
            ("kind", [_, _]) => self.known(on, "kind", Self::face),
            ("piece", [_, _]) => self.known(on, "piece", Self::shown_piece),
            ("face", [_, _]) => {
                let site = self.stash(&[ValType::I32])[0];
                self.face(site);
            }
            ("ahead", [_, _]) => self.known(on, "ahead", Self::ahead),
            ("step", [_, _, files, ranks]) => {
                let (Node::Int(files), Node::Int(ranks)) = (&files.node, &ranks.node) else {
                    return false;
                };
                self.ops([I::Drop, I::Drop]);
                self.stepped(*files, *ranks);
            }
            ("adjacent", [_, _]) => {
                let table = self.shared.table("adjacent", 0, |f| bytes_of(&f.adjacent));
                self.indexed_set(table);
            }
            ("around", [_, _]) => {
                let table = self.shared.table("around", 0, |f| bytes_of(&f.around));
                self.indexed_set(table);
            }
            ("corners", [_, _]) => self.corners(),
            ("royal_path", [_, _, _]) => self.path(0),
            ("corner_path", [_, _, _]) => self.path(1),
            ("turns" | "quiet" | "hazards_left", [_]) => {
                self.parts |= part::COUNTS;
                let place = match name {
                    "turns" => layout.turns(),
                    "quiet" => layout.quiet(),
                    _ => layout.hazards_left(),
                };
                self.ops([I::I32Const(0), I::I64Load(at(place, 3))]);
            }
            ("all_found", [_]) => {
                self.parts |= part::COUNTS;
                self.ops([I::I32Const(0), I::I32Load(at(layout.all_found(), 2))]);
            }
            ("captures", [_, _]) => {
                self.parts |= part::CAPTURES;
                self.ops([I::I32Const(3), I::I32Shl]);
                self.op(I::I64Load(at(layout.captures(), 3)));
            }
            ("last_to", [_, _]) => {
                self.parts |= part::LAST_TO;
                self.ops([I::I32Const(2), I::I32Shl]);
                self.op(I::I32Load(at(layout.last_to(), 2)));
            }
            ("variable", [_, variable]) => match self.variable_place(variable) {
                Some(place) => {
                    self.parts |= part::VARIABLES;
                    let address = layout.variables() + 8 * place as u64;
                    self.ops([I::I32Const(0), I::I64Load(at(address, 3))]);
                }
                None => self.op(I::I64Const(0)),
            },
            _ => return false,
        }
        true
    }

    /// The site before the piece at a site, or -1.
    fn ahead(&mut self, site: u32) {
        let table = self.shared.table("ahead", 0, |f| {
            let ahead = f.down.map(|down| f.steps(0, if down { -1 } else { 1 }));
            bytes_of_sites(&ahead.concat())
        });
        self.shown_side(site);
        let side = self.stash(&[ValType::I32])[0];
        let sites = self.shared.facts.coordinates.len() as i32;
        self.ops([I::LocalGet(side), I::I32Const(1), I::I32And]);
        self.ops([I::I32Const(sites), I::I32Mul, I::LocalGet(site), I::I32Add]);
        self.ops([I::I32Const(2), I::I32Shl, I::I32Load(at(table, 2))]);
        self.ops([I::I32Const(-1), I::LocalGet(side), I::I32Const(0)]);
        self.ops([I::I32GeS, I::Select]);
    }

    /// The site so many files and ranks from the site on the stack, or -1.
    fn stepped(&mut self, files: i64, ranks: i64) {
        let near = -64..64;
        if !near.contains(&files) || !near.contains(&ranks) {
            self.ops([I::Drop, I::I32Const(-1)]);
            return;
        }
        let number = (files << 8 | ranks & 0xff) as i32;
        let table = self
            .shared
            .table("step", number, |f| bytes_of_sites(&f.steps(files, ranks)));
        self.ops([I::I32Const(2), I::I32Shl, I::I32Load(at(table, 2))]);
    }

    /// The corner sites of the mover's castlings whose royal piece stands unmoved on the site on the stack.
    fn corners(&mut self) {
        let layout = self.shared.layout;
        let words = self.words();
        let king = self.stash(&[ValType::I32])[0];
        let table = self.shared.table("corners", 0, |f| {
            let sites = f.coordinates.len();
            let mut sets = vec![0; 2 * sites * words];
            for (side, ways) in f.ways.iter().enumerate() {
                for way in ways {
                    let first = (side * sites + usize::from(way.royal)) * words;
                    let corner = usize::from(way.corner);
                    sets[first + corner / 64] |= 1_u64 << (corner % 64);
                }
            }
            bytes_of(&sets)
        });
        self.parts |= part::SIDES;
        self.ops([I::I32Const(0), I::I32Load(at(layout.mover(), 2))]);
        let mover = self.stash(&[ValType::I32])[0];
        self.has((part::UNMOVED, layout.unmoved()), king);
        self.ops([I::LocalGet(mover), I::I32Const(0), I::I32GeS, I::I32And]);
        // All bits or none.
        self.ops([I::I64ExtendI32U, I::I64Const(-1), I::I64Mul]);
        let kept = self.stash(&[ValType::I64])[0];
        let sites = self.shared.facts.coordinates.len() as i32;
        self.ops([I::LocalGet(mover), I::I32Const(1), I::I32And]);
        self.ops([I::I32Const(sites), I::I32Mul, I::LocalGet(king), I::I32Add]);
        self.indexed_set(table);
        let sets = self.stash_set();
        for set in sets {
            self.ops([I::LocalGet(set), I::LocalGet(kept), I::I64And]);
        }
    }

    /// The path of the mover's castling between the two sites on the stack, of the royal or the corner piece.
    fn path(&mut self, whose: usize) {
        let given = self.stash(&[ValType::I32; 2]);
        let facts = self.shared.facts;
        self.parts |= part::SIDES;
        let mover = at(self.shared.layout.mover(), 2);
        let path: Vec<u32> = (0..self.words()).map(|_| self.temp(ValType::I64)).collect();
        for word in &path {
            self.ops([I::I64Const(0), I::LocalSet(*word)]);
        }
        for (side, ways) in facts.ways.iter().enumerate() {
            // Of two between the same sites the first counts.
            for way in ways.iter().rev() {
                self.ops([I::I32Const(0), I::I32Load(mover)]);
                self.ops([I::I32Const(side as i32), I::I32Eq]);
                for (site, wanted) in given.iter().zip([way.royal, way.corner]) {
                    self.ops([I::LocalGet(*site), I::I32Const(i32::from(wanted))]);
                    self.ops([I::I32Eq, I::I32And]);
                }
                self.open(I::If(BlockType::Empty));
                for (word, bits) in path.iter().zip(&way.paths[whose]) {
                    self.ops([I::I64Const(*bits as i64), I::LocalSet(*word)]);
                }
                self.close();
            }
        }
        self.ops(path.into_iter().map(I::LocalGet));
    }

    /// The sets of the picture that an effect needs to meet to do anything; unless a hook that may change nothing would
    /// have to fail all the same.
    pub(super) fn idle_unless(&self, effect: &str) -> Option<&'static [u32]> {
        let mut hooks = self.shared.module.hooks.iter();
        if hooks.any(|(hook, _)| hook.sort == Sort::Verdict) {
            return None;
        }
        match effect {
            "capture" | "remove" => Some(&[part::OCCUPIED]),
            "reveal" => Some(&[part::FOG, part::HIDDEN]),
            _ => None,
        }
    }

    /// Whether a set in locals shares a site with one of some sets of the picture.
    pub(super) fn meets(&mut self, set: &[u32], drawn: &[u32]) {
        let layout = self.shared.layout;
        for (i, word) in set.iter().enumerate() {
            for (j, part) in drawn.iter().enumerate() {
                self.parts |= part;
                let address = match *part {
                    part::OCCUPIED => layout.occupied(),
                    part::FOG => layout.fog(),
                    _ => layout.hidden(),
                };
                self.op(I::I32Const(0));
                self.op(I::I64Load(at(address + 8 * i as u64, 3)));
                if j > 0 {
                    self.op(I::I64Or);
                }
            }
            self.ops([I::LocalGet(*word), I::I64And]);
            if i > 0 {
                self.op(I::I64Or);
            }
        }
        self.ops([I::I64Const(0), I::I64Ne]);
    }

    /// A comparison of a count of liberties with none, which takes no count: whether there is none, or not when `any`.
    pub(super) fn no_liberties(&mut self, two: &'a [Expr; 2], op: &str) -> bool {
        let (counted, any) = match (op, &two[0].node, &two[1].node) {
            ("==" | "<=", _, Node::Int(0)) | ("<", _, Node::Int(1)) => (&two[0], false),
            (">", _, Node::Int(0)) | (">=", _, Node::Int(1)) => (&two[0], true),
            ("==", Node::Int(0), _) => (&two[1], false),
            _ => return false,
        };
        let Node::Api(function, args, fault) = &counted.node else {
            return false;
        };
        if function.name != "liberties" {
            return false;
        }
        for arg in args {
            self.expr(arg);
        }
        self.step(*fault);
        let site = self.stash(&[ValType::I32])[0];
        // An empty site beside a piece that shows a side answers at once.
        self.shown_side(site);
        self.ops([I::I32Const(0), I::I32GeS]);
        self.open(I::If(BlockType::Result(ValType::I32)));
        let table = self.shared.table("adjacent", 0, |f| bytes_of(&f.adjacent));
        self.op(I::LocalGet(site));
        self.indexed_set(table);
        let near = self.stash_set();
        self.parts |= part::OCCUPIED;
        for (i, word) in near.iter().enumerate() {
            let place = self.shared.layout.occupied() + 8 * i as u64;
            self.ops([I::LocalGet(*word), I::I32Const(0), I::I64Load(at(place, 3))]);
            self.ops([I::I64Const(-1), I::I64Xor, I::I64And]);
            if i > 0 {
                self.op(I::I64Or);
            }
        }
        self.op(I::I64Eqz);
        self.open(I::If(BlockType::Result(ValType::I32)));
        self.op(I::LocalGet(site));
        self.host("no_liberties", vec![ValType::I32], vec![ValType::I32]);
        self.ops([I::Else, I::I32Const(0)]);
        self.close();
        self.ops([I::Else, I::I32Const(1)]);
        self.close();
        if any {
            self.op(I::I32Eqz);
        }
        true
    }
}
