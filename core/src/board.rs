//! The board: named sites, how they are joined, and named regions.

use std::collections::BTreeMap;

use crate::piece::Side;
use crate::site::{Site, SiteSet};
use crate::spec::{BoardSpec, Neighbours, RegionSpec};
use near::Near;

mod near;

/// A direction on the grid: change of file, change of rank.
pub type Step = (i8, i8);

/// The eight directions; the first four are orthogonal.
pub const STEPS: [Step; 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];

/// The six directions between hexagons whose rows slant up to the right.
const HEXAGONAL: [Step; 6] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)];

/// What is wrong with a board, with the key concerned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The size is not possible.
    #[error(
        "a board has 1 to 26 files, 1 to 99 ranks and at most 384 sites, not {files} x {ranks}"
    )]
    Size {
        /// Files asked for.
        files: u8,
        /// Ranks asked for.
        ranks: u8,
    },
    /// No such site.
    #[error("no site is called `{text}` on this board")]
    Site {
        /// What was written.
        text: String,
    },
    /// A range of sites that is none.
    #[error(
        "`{text}` is not a range of sites such as `a1-h2`, `rank 4`, `ranks 4-7`, `last rank`, `file a`, `last file` or `all`"
    )]
    Range {
        /// What was written.
        text: String,
    },
    /// No such region.
    #[error("no region is called `{text}`")]
    Region {
        /// What was written.
        text: String,
    },
    /// A run of edges that is none.
    #[error("`{text}` is not a straight run of edges such as `a2-e2`, nor a star such as `b3*`")]
    Edges {
        /// What was written.
        text: String,
    },
}

/// An edge of a graph as seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The other end.
    pub to: Site,
    /// Its class, by index into [`Board::classes`].
    pub class: u8,
    /// Its direction on the grid.
    pub step: Step,
}

/// Sites, neighbours and regions.
#[derive(Clone, Debug)]
pub struct Board<const W: usize> {
    files: u8,
    ranks: u8,
    graph: bool,
    intersections: bool,
    skip_i: bool,
    names: Vec<String>,
    coordinates: Vec<(u8, u8)>,
    grid: Vec<Option<Site>>,
    all: SiteSet<W>,
    adjacent: Vec<SiteSet<W>>,
    around: Vec<SiteSet<W>>,
    near: Near<W>,
    edges: Vec<Vec<Edge>>,
    classes: Vec<String>,
    regions: BTreeMap<String, [SiteSet<W>; 2]>,
}

impl<const W: usize> Board<W> {
    /// Builds a board.
    ///
    /// # Errors
    /// Everything that is wrong, each with the key it stands under.
    pub fn compile(spec: &BoardSpec) -> Result<Self, Vec<(String, BoardError)>> {
        let (files, ranks) = (spec.files, spec.ranks);
        let size = usize::from(files) * usize::from(ranks);
        if files == 0 || ranks == 0 || files > 26 || ranks > 99 || size > 64 * W || size > 384 {
            return Err(vec![(
                "board.files".into(),
                BoardError::Size { files, ranks },
            )]);
        }
        let mut board = Self {
            files,
            ranks,
            graph: spec.graph,
            intersections: spec.intersections,
            skip_i: spec.skip_i,
            names: Vec::new(),
            coordinates: Vec::new(),
            grid: vec![None; size],
            all: SiteSet::EMPTY,
            adjacent: Vec::new(),
            around: Vec::new(),
            near: Near::default(),
            edges: Vec::new(),
            classes: spec.edges.iter().map(|(name, _)| name.clone()).collect(),
            regions: BTreeMap::new(),
        };
        let mut wrong = Vec::new();
        for rank in 0..ranks {
            for file in 0..files {
                let name = board.coordinate_name(file, rank);
                if spec.holes.contains(&name) {
                    continue;
                }
                let site = Site(board.names.len() as u16);
                board.grid[usize::from(rank) * usize::from(files) + usize::from(file)] = Some(site);
                board.names.push(name);
                board.coordinates.push((file, rank));
                board.all.insert(site);
            }
        }
        for hole in &spec.holes {
            if board.parse_coordinates(hole).is_none() {
                wrong.push((
                    "board.holes".into(),
                    BoardError::Site { text: hole.clone() },
                ));
            }
        }
        board.edges = vec![Vec::new(); board.names.len()];
        if spec.graph {
            for (class, (name, runs)) in spec.edges.iter().enumerate() {
                for run in runs {
                    if board.add_run(class as u8, run).is_err() {
                        wrong.push((
                            format!("board.edges.{name}"),
                            BoardError::Edges { text: run.clone() },
                        ));
                    }
                }
            }
        }
        for site in board.all {
            let near = |steps: &[Step]| {
                steps
                    .iter()
                    .filter_map(|&s| board.step(site, s))
                    .collect::<SiteSet<W>>()
            };
            let (adjacent, around) = if spec.graph {
                let joined: SiteSet<W> = board.edges[site.index()].iter().map(|e| e.to).collect();
                (joined, joined)
            } else {
                match spec.neighbours {
                    Neighbours::Orthogonal => (near(&STEPS[..4]), near(&STEPS)),
                    Neighbours::Hexagonal => (near(&HEXAGONAL), near(&HEXAGONAL)),
                }
            };
            board.adjacent.push(adjacent);
            board.around.push(around);
        }
        board.near = Near::new(&board.adjacent);
        for (name, region) in &spec.regions {
            match board.region_sets(region) {
                Ok(sets) => {
                    board.regions.insert(name.clone(), sets);
                }
                Err(error) => wrong.push((format!("board.regions.{name}"), error)),
            }
        }
        if wrong.is_empty() {
            Ok(board)
        } else {
            Err(wrong)
        }
    }

    fn file_letter(&self, file: u8) -> char {
        let skip = u8::from(self.skip_i && file >= 8);
        char::from(b'a' + file + skip)
    }

    fn coordinate_name(&self, file: u8, rank: u8) -> String {
        format!("{}{}", self.file_letter(file), rank + 1)
    }

    fn parse_coordinates(&self, text: &str) -> Option<(u8, u8)> {
        let mut chars = text.chars();
        let letter = chars.next()?;
        let file = (0..self.files).find(|&f| self.file_letter(f) == letter)?;
        let digits = chars.as_str();
        if digits.is_empty()
            || digits.starts_with('0')
            || !digits.bytes().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let rank: u8 = digits.parse().ok()?;
        (rank <= self.ranks).then(|| (file, rank - 1))
    }

    fn add_edge(&mut self, class: u8, a: Site, b: Site, step: Step) {
        if !self.edges[a.index()].iter().any(|e| e.to == b) {
            self.edges[a.index()].push(Edge { to: b, class, step });
            self.edges[b.index()].push(Edge {
                to: a,
                class,
                step: (-step.0, -step.1),
            });
        }
    }

    fn add_run(&mut self, class: u8, run: &str) -> Result<(), ()> {
        if let Some(centre) = run.strip_suffix('*') {
            let centre = self.site(centre).ok_or(())?;
            for step in STEPS {
                if let Some(to) = self.step(centre, step) {
                    self.add_edge(class, centre, to, step);
                }
            }
            return Ok(());
        }
        let (a, b) = run.split_once('-').ok_or(())?;
        let (a, b) = (
            self.site(a.trim()).ok_or(())?,
            self.site(b.trim()).ok_or(())?,
        );
        let ((ax, ay), (bx, by)) = (self.signed(a), self.signed(b));
        let (dx, dy) = (bx - ax, by - ay);
        if a == b || (dx != 0 && dy != 0 && dx.abs() != dy.abs()) {
            return Err(());
        }
        let step = (dx.signum(), dy.signum());
        let mut at = a;
        while at != b {
            let to = self.step(at, step).ok_or(())?;
            self.add_edge(class, at, to, step);
            at = to;
        }
        Ok(())
    }

    fn signed(&self, site: Site) -> (i8, i8) {
        let (file, rank) = self.coordinates[site.index()];
        (file as i8, rank as i8)
    }

    fn region_sets(&self, region: &RegionSpec) -> Result<[SiteSet<W>; 2], BoardError> {
        let read = |texts: &[String]| {
            texts.iter().try_fold(SiteSet::EMPTY, |set, text| {
                self.parse_sites(text).map(|more| set | more)
            })
        };
        let first = read(&region.first)?;
        let second = match &region.second {
            Some(texts) => read(texts)?,
            None if region.mirror => first.iter().filter_map(|s| self.mirrored(s)).collect(),
            None => first,
        };
        Ok([first, second])
    }

    /// Sites named by a text: `a1`, `a1-h2` (a rectangle), `rank 4`, `ranks 4-7`, `last rank`, `file a`, `last file`,
    /// or `all`.
    ///
    /// # Errors
    /// [`BoardError::Range`] or [`BoardError::Site`].
    pub fn parse_sites(&self, text: &str) -> Result<SiteSet<W>, BoardError> {
        let bad = || BoardError::Range {
            text: text.to_owned(),
        };
        let rank_number = |t: &str| {
            t.trim()
                .parse::<u8>()
                .ok()
                .filter(|r| (1..=self.ranks).contains(r))
                .ok_or_else(bad)
        };
        let pick = |wanted: &dyn Fn(u8, u8) -> bool| {
            self.all
                .iter()
                .filter(|s| wanted(self.coordinates[s.index()].0, self.coordinates[s.index()].1))
                .collect()
        };
        let text = text.trim();
        match text {
            "all" => return Ok(self.all),
            "last rank" => return Ok(pick(&|_, r| r + 1 == self.ranks)),
            "last file" => return Ok(pick(&|f, _| f + 1 == self.files)),
            _ => {}
        }
        if let Some(rest) = text.strip_prefix("ranks ") {
            let (a, b) = rest.split_once('-').ok_or_else(bad)?;
            let (a, b) = (rank_number(a)?, rank_number(b)?);
            return Ok(pick(&|_, r| (a - 1..b).contains(&r)));
        }
        if let Some(rest) = text.strip_prefix("rank ") {
            let a = rank_number(rest)?;
            return Ok(pick(&|_, r| r == a - 1));
        }
        if let Some(rest) = text.strip_prefix("file ") {
            let file = (0..self.files)
                .find(|&f| rest.trim() == self.file_letter(f).to_string())
                .ok_or_else(bad)?;
            return Ok(pick(&|f, _| f == file));
        }
        let corner = |t: &str| {
            self.parse_coordinates(t.trim())
                .ok_or_else(|| BoardError::Site {
                    text: t.trim().to_owned(),
                })
        };
        if let Some((a, b)) = text.split_once('-') {
            let ((ax, ay), (bx, by)) = (corner(a)?, corner(b)?);
            return Ok(pick(&|f, r| {
                (ax.min(bx)..=ax.max(bx)).contains(&f) && (ay.min(by)..=ay.max(by)).contains(&r)
            }));
        }
        let site = self.site(text).ok_or_else(|| BoardError::Site {
            text: text.to_owned(),
        })?;
        Ok(SiteSet::of(site))
    }

    /// How many sites there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no site.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Every site.
    #[inline]
    #[must_use]
    pub fn all(&self) -> SiteSet<W> {
        self.all
    }

    /// Files of the grid.
    #[must_use]
    pub fn files(&self) -> u8 {
        self.files
    }

    /// Ranks of the grid.
    #[must_use]
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// Whether its edges are listed.
    #[must_use]
    pub fn is_graph(&self) -> bool {
        self.graph
    }

    /// Whether pieces stand on intersections.
    #[must_use]
    pub fn on_intersections(&self) -> bool {
        self.intersections
    }

    /// The name of a site.
    #[must_use]
    pub fn name(&self, site: Site) -> &str {
        &self.names[site.index()]
    }

    /// The letters of the files, in order.
    #[must_use]
    pub fn file_letters(&self) -> Vec<char> {
        (0..self.files).map(|f| self.file_letter(f)).collect()
    }

    /// The site of a name.
    #[must_use]
    pub fn site(&self, name: &str) -> Option<Site> {
        let (file, rank) = self.parse_coordinates(name)?;
        self.at(file, rank)
    }

    /// The site at a file and rank, both from 0.
    #[inline]
    #[must_use]
    pub fn at(&self, file: u8, rank: u8) -> Option<Site> {
        if file >= self.files || rank >= self.ranks {
            return None;
        }
        self.grid[usize::from(rank) * usize::from(self.files) + usize::from(file)]
    }

    /// File and rank of a site, both from 0.
    #[inline]
    #[must_use]
    pub fn coordinates(&self, site: Site) -> (u8, u8) {
        self.coordinates[site.index()]
    }

    /// The site one grid step away, whatever the edges.
    #[must_use]
    pub fn step(&self, site: Site, (dx, dy): Step) -> Option<Site> {
        let (file, rank) = self.coordinates[site.index()];
        self.at(file.checked_add_signed(dx)?, rank.checked_add_signed(dy)?)
    }

    /// The sites strictly between two sites of one rank, file or diagonal; none when they are not in line.
    #[must_use]
    pub fn between(&self, a: Site, b: Site) -> SiteSet<W> {
        let ((ax, ay), (bx, by)) = (self.signed(a), self.signed(b));
        let step = ((bx - ax).signum(), (by - ay).signum());
        let mut set = SiteSet::EMPTY;
        let mut at = a;
        while let Some(next) = self.step(at, step) {
            if next == b || step == (0, 0) {
                return set;
            }
            set.insert(next);
            at = next;
        }
        SiteSet::EMPTY
    }

    /// The site on the same file with ranks counted from the other end.
    #[must_use]
    pub fn mirrored(&self, site: Site) -> Option<Site> {
        let (file, rank) = self.coordinates[site.index()];
        self.at(file, self.ranks - 1 - rank)
    }

    /// The sites joined to a site: its neighbours on a rectangle, or the ends of its edges.
    #[inline]
    #[must_use]
    pub fn adjacent(&self, site: Site) -> SiteSet<W> {
        self.adjacent[site.index()]
    }

    /// The sites joined to any site of a set.
    #[inline]
    #[must_use]
    pub fn dilate(&self, set: SiteSet<W>) -> SiteSet<W> {
        self.near.of(set, &self.adjacent)
    }

    /// The ring of sites round a site: diagonals included where neighbours are orthogonal, else the sites joined to it.
    #[inline]
    #[must_use]
    pub fn around(&self, site: Site) -> SiteSet<W> {
        self.around[site.index()]
    }

    /// The edges of a site, on a graph.
    #[must_use]
    pub fn edges(&self, site: Site) -> &[Edge] {
        &self.edges[site.index()]
    }

    /// The names of the edge classes.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// The sites of a region, as it is for a side.
    ///
    /// # Errors
    /// [`BoardError::Region`] with the name.
    pub fn region(&self, name: &str) -> Result<[SiteSet<W>; 2], BoardError> {
        if name == "all" {
            return Ok([self.all; 2]);
        }
        self.regions
            .get(name)
            .copied()
            .ok_or_else(|| BoardError::Region {
                text: name.to_owned(),
            })
    }

    /// The regions by name, for one side.
    pub fn regions(&self, side: Side) -> impl Iterator<Item = (&str, SiteSet<W>)> {
        self.regions
            .iter()
            .map(move |(name, sets)| (name.as_str(), sets[side.index()]))
    }
}
