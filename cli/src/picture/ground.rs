//! The board beneath the pieces: squares, lines, roads and railways, hexagons, and where each site lies.

use masque_core::board::Board;
use masque_core::engine::Engine;
use masque_core::piece::Side;
use masque_core::random::Seed;
use masque_core::setup::SetupCell;
use masque_core::site::{Site, SiteSet};
use masque_core::spec::{DealSpec, EndWhen, Neighbours, PlaceOn, Spec};

use super::Wishes;
use super::font;
use super::svg::{Paint, Svg};
use super::theme::{self, Colours};

/// A place in the picture.
pub(super) type Point = (f64, f64);

/// What a board is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// Squares in two colours.
    Checkered,
    /// Squares of one colour.
    Plain,
    /// Squares on which discs are turned over.
    Felt,
    /// Holes in a panel, into which pieces fall.
    Rack,
    /// Lines that cross where pieces stand.
    Lines,
    /// Sites joined by listed edges.
    Graph,
    /// Hexagons.
    Hexagons,
}

/// Where everything lies.
pub(super) struct Layout {
    /// What the board is drawn as.
    pub(super) ground: Ground,
    /// The middle of each site, by its index.
    points: Vec<Point>,
    /// How wide a site is.
    pub(super) unit: f64,
    /// How high a site is.
    pub(super) high: f64,
    /// The board: left, top, width, height.
    pub(super) frame: [f64; 4],
    /// The picture without anything beside it.
    pub(super) size: (f64, f64),
    flip: bool,
}

/// Room for coordinates, and without them.
const MARGIN: f64 = 30.0;
const EDGE: f64 = 12.0;
/// Half the square root of three: half the width of a hexagon whose corners are 1 from its middle.
const HALF_WIDTH: f64 = 0.866_025_403_784_438_6;

impl Ground {
    fn of(spec: &Spec, written: bool) -> Self {
        let board = &spec.board;
        if board.graph {
            Self::Graph
        } else if board.neighbours == Neighbours::Hexagonal {
            Self::Hexagons
        } else if board.intersections {
            Self::Lines
        } else if spec.actions.place.is_some() && spec.actions.place_on == PlaceOn::Supported {
            Self::Rack
        } else if spec.flank.is_some() {
            Self::Felt
        } else if spec.actions.place.is_some() || written {
            Self::Plain
        } else {
            Self::Checkered
        }
    }

    fn is_square(self) -> bool {
        matches!(
            self,
            Self::Checkered | Self::Plain | Self::Felt | Self::Rack
        )
    }
}

impl Layout {
    /// Lays a board out; `written` says that its pieces have characters written on them.
    pub(super) fn new(spec: &Spec, board: &Board<6>, wishes: &Wishes, written: bool) -> Self {
        let ground = Ground::of(spec, written);
        let (unit, high) = match ground {
            Ground::Graph => (100.0, 68.0),
            Ground::Hexagons => (60.0, 60.0),
            _ => (64.0, 64.0),
        };
        let (files, ranks) = (f64::from(board.files()), f64::from(board.ranks()));
        let (left, below) = match wishes.coordinates {
            true => (MARGIN, MARGIN),
            false => (EDGE, EDGE),
        };
        let (width, height) = match ground {
            Ground::Hexagons => {
                let s = unit / 2.0 / HALF_WIDTH;
                let wide = (files + (ranks - 1.0) / 2.0) * unit;
                (wide + 12.0, (1.5 * (ranks - 1.0) + 2.0) * s + 12.0)
            }
            _ => (files * unit, ranks * high),
        };
        let frame = [left, EDGE, width, height];
        let mut layout = Self {
            ground,
            points: Vec::new(),
            unit,
            high,
            frame,
            size: (left + width + EDGE, EDGE + height + below),
            flip: wishes.flip,
        };
        let places = (0..board.len()).map(|i| {
            let (file, rank) = board.coordinates(Site(i as u16));
            let (mut x, mut y) = (f64::from(file), f64::from(rank));
            if wishes.flip {
                (x, y) = (files - 1.0 - x, ranks - 1.0 - y);
            }
            layout.at(x, y)
        });
        let points: Vec<Point> = places.collect();
        layout.points = points;
        layout
    }

    /// The middle of a place of the grid, counted from the lower left corner as the board is seen.
    fn at(&self, x: f64, y: f64) -> Point {
        let [left, top, _, height] = self.frame;
        if self.ground == Ground::Hexagons {
            let s = self.unit / 2.0 / HALF_WIDTH;
            let across = (x + y / 2.0 + 0.5) * self.unit;
            return (left + 6.0 + across, top + height - 6.0 - s - 1.5 * y * s);
        }
        (
            left + (x + 0.5) * self.unit,
            top + height - (y + 0.5) * self.high,
        )
    }

    /// The middle of a site.
    pub(super) fn point(&self, site: Site) -> Point {
        self.points
            .get(site.index())
            .copied()
            .unwrap_or((self.frame[0], self.frame[1]))
    }

    /// How wide a piece may be.
    pub(super) fn room(&self) -> f64 {
        match self.ground {
            Ground::Hexagons => self.unit * 0.78,
            Ground::Lines => self.unit * 0.98,
            Ground::Graph => self.unit * 0.88,
            Ground::Rack => self.unit * 0.9,
            _ => self.unit,
        }
    }

    /// A place where the sites of a hexagonal board have their corners.
    fn hexagon(&self, (x, y): Point, s: f64) -> [Point; 6] {
        let w = HALF_WIDTH * s;
        [
            (x, y - s),
            (x + w, y - s / 2.0),
            (x + w, y + s / 2.0),
            (x, y + s),
            (x - w, y + s / 2.0),
            (x - w, y - s / 2.0),
        ]
    }

    /// Covers a site.
    pub(super) fn cover(&self, svg: &mut Svg, site: Site, paint: &Paint) {
        let (x, y) = self.point(site);
        let half = self.unit / 2.0;
        match self.ground {
            Ground::Hexagons => {
                let s = half / HALF_WIDTH - 1.0;
                svg.polygon(&self.hexagon((x, y), s), paint);
            }
            ground if ground.is_square() => {
                svg.rectangle([x - half, y - half, self.unit, self.unit], 0.0, paint);
            }
            _ => svg.circle((x, y), half * 0.9, paint),
        }
    }

    /// Marks a site as one where the last action began or ended.
    pub(super) fn touched(&self, svg: &mut Svg, site: Site, colours: &Colours, dark: bool) {
        match self.ground {
            Ground::Lines | Ground::Graph => {
                let (x, y) = self.point(site);
                let (w, h) = match self.ground {
                    Ground::Graph => (self.unit * 0.44, self.high * 0.44),
                    _ => (self.unit * 0.47, self.unit * 0.47),
                };
                let long = self.high * 0.2;
                let colour = if dark { colours.last } else { colours.check };
                let paint = Paint::stroke(colour, 3.0).round();
                let mut data = String::new();
                for (dx, dy) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                    let (cx, cy) = (x + dx * w, y + dy * h);
                    data.push_str(&super::path(
                        'M',
                        &[(cx - dx * long, cy), (cx, cy), (cx, cy - dy * long)],
                    ));
                }
                svg.path(&data, &paint);
            }
            _ => self.cover(svg, site, &Paint::fill(colours.last).opacity(0.5)),
        }
    }

    /// Draws the board.
    pub(super) fn draw(
        &self,
        svg: &mut Svg,
        engine: &dyn Engine,
        board: &Board<6>,
        colours: &Colours,
    ) {
        let spec = engine.spec();
        match self.ground {
            Ground::Checkered | Ground::Plain | Ground::Felt => self.squares(svg, board, colours),
            Ground::Rack => self.rack(svg, board, colours),
            Ground::Lines => self.lines(svg, engine, board, colours),
            Ground::Graph => self.graph(svg, spec, board, colours),
            Ground::Hexagons => self.hexagons(svg, spec, board, colours),
        }
    }

    fn squares(&self, svg: &mut Svg, board: &Board<6>, colours: &Colours) {
        let half = self.unit / 2.0;
        for site in board.all().iter() {
            let (x, y) = self.point(site);
            let (file, rank) = board.coordinates(site);
            let square = [x - half, y - half, self.unit, self.unit];
            let paint = match self.ground {
                Ground::Checkered if (file + rank) % 2 == 0 => Paint::fill(colours.dark),
                Ground::Checkered => Paint::fill(colours.light),
                Ground::Felt => Paint::fill(colours.felt).outlined(colours.line, 1.2),
                _ => Paint::fill(colours.wood).outlined(colours.line, 1.2),
            };
            svg.rectangle(square, 0.0, &paint);
        }
        if board.len() == usize::from(board.files()) * usize::from(board.ranks()) {
            let [x, y, w, h] = self.frame;
            let rim = [x - 1.0, y - 1.0, w + 2.0, h + 2.0];
            svg.rectangle(rim, 2.0, &Paint::stroke(colours.line, 2.0));
        }
    }

    fn rack(&self, svg: &mut Svg, board: &Board<6>, colours: &Colours) {
        svg.rectangle(self.frame, 10.0, &Paint::fill(colours.rack));
        for site in board.all().iter() {
            let hole = Paint::fill(colours.page);
            svg.circle(self.point(site), self.unit * 0.4, &hole);
        }
    }

    fn lines(&self, svg: &mut Svg, engine: &dyn Engine, board: &Board<6>, colours: &Colours) {
        let spec = engine.spec();
        svg.rectangle(self.frame, 4.0, &Paint::fill(colours.wood));
        let river = river(board);
        let thin = Paint::stroke(colours.line, 1.4).round();
        for site in board.all().iter() {
            for step in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let Some(to) = board.step(site, step) else {
                    continue;
                };
                if !board.adjacent(site).contains(to) {
                    continue;
                }
                let (file, rank) = board.coordinates(site);
                let inside = file > 0 && file + 1 < board.files();
                if step == (0, 1) && river == Some(rank) && inside {
                    continue;
                }
                svg.line(self.point(site), self.point(to), &thin);
            }
        }
        let (a, b) = (
            board.at(0, 0),
            board.at(board.files() - 1, board.ranks() - 1),
        );
        if let (Some(a), Some(b)) = (a, b) {
            let ((ax, ay), (bx, by)) = (self.point(a), self.point(b));
            let rim = if river.is_some() { 5.0 } else { 0.0 };
            let (x, y) = (ax.min(bx) - rim, ay.min(by) - rim);
            let (w, h) = ((ax - bx).abs() + 2.0 * rim, (ay - by).abs() + 2.0 * rim);
            svg.rectangle([x, y, w, h], 0.0, &Paint::stroke(colours.line, 2.2));
        }
        self.palaces(svg, board, colours);
        if let Some(rank) = river {
            self.river(svg, rank, board, colours);
            self.posts(svg, engine, board, colours);
        }
        if spec.actions.place.is_some() {
            for site in stars(board) {
                svg.circle(self.point(site), 4.2, &Paint::fill(colours.line));
            }
        }
    }

    /// The diagonals of each side's palace.
    fn palaces(&self, svg: &mut Svg, board: &Board<6>, colours: &Colours) {
        let Ok(palaces) = board.region("palace") else {
            return;
        };
        let thin = Paint::stroke(colours.line, 1.4).round();
        for palace in palaces {
            let corner = |x: fn(u8, u8) -> u8, y: fn(u8, u8) -> u8| {
                let places = palace.iter().map(|s| board.coordinates(s));
                let place = places.reduce(|a, b| (x(a.0, b.0), y(a.1, b.1)))?;
                board.at(place.0, place.1)
            };
            let pairs = [
                (corner(u8::min, u8::min), corner(u8::max, u8::max)),
                (corner(u8::min, u8::max), corner(u8::max, u8::min)),
            ];
            for (a, b) in pairs {
                if let (Some(a), Some(b)) = (a, b) {
                    svg.line(self.point(a), self.point(b), &thin);
                }
            }
        }
    }

    fn river(&self, svg: &mut Svg, rank: u8, board: &Board<6>, colours: &Colours) {
        let last = board.files() - 1;
        let ends = [(0, rank), (last, rank), (0, rank + 1), (last, rank + 1)]
            .map(|(f, r)| board.at(f, r).map(|s| self.point(s)));
        let [Some(a), Some(b), Some(c), Some(d)] = ends else {
            return;
        };
        let left = a.0.min(b.0);
        let width = (a.0 - b.0).abs();
        let y = (a.1 + c.1 + b.1 + d.1) / 4.0;
        let size = self.high * 0.46;
        for (i, c) in ['楚', '河', '漢', '界'].into_iter().enumerate() {
            let share = [0.16, 0.32, 0.68, 0.84][i];
            font::character(svg, c, (left + width * share, y), size, colours.line);
        }
    }

    /// The corners drawn round the points where pieces stand at the start, but for those of the last ranks.
    fn posts(&self, svg: &mut Svg, engine: &dyn Engine, board: &Board<6>, colours: &Colours) {
        if engine.spec().setup.deal != DealSpec::None {
            return;
        }
        // Such a start is dealt alike from any seed.
        let start = engine.deal(&Seed::from_u64(0), [None, None]);
        let mut data = String::new();
        for site in board.all().iter() {
            let (file, rank) = board.coordinates(site);
            let stands = start.cells.get(site.index()) != Some(&SetupCell::Empty);
            if !stands || rank == 0 || rank + 1 == board.ranks() {
                continue;
            }
            let (x, y) = self.point(site);
            for (dx, dy) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                let side = if self.flip { -dx } else { dx };
                if (file == 0 && side < 0.0) || (file + 1 == board.files() && side > 0.0) {
                    continue;
                }
                let (near, far) = (5.0, 13.0);
                data.push_str(&super::path(
                    'M',
                    &[
                        (x + dx * far, y + dy * near),
                        (x + dx * near, y + dy * near),
                        (x + dx * near, y + dy * far),
                    ],
                ));
            }
        }
        svg.path(&data, &Paint::stroke(colours.line, 1.4));
    }

    fn graph(&self, svg: &mut Svg, spec: &Spec, board: &Board<6>, colours: &Colours) {
        svg.rectangle(self.frame, 4.0, &Paint::fill(colours.wood));
        let several = board.classes().len() > 1;
        let mut roads = Vec::new();
        let mut rails = Vec::new();
        for site in board.all().iter() {
            for edge in board.edges(site).iter().filter(|e| e.to > site) {
                let ends = (self.point(site), self.point(edge.to));
                if several && edge.class == 0 {
                    rails.push(ends);
                } else {
                    roads.push(ends);
                }
            }
        }
        let road = Paint::stroke(colours.line, 1.8).round();
        roads.iter().for_each(|(a, b)| svg.line(*a, *b, &road));
        let rail = Paint::stroke(colours.line, 8.0);
        rails.iter().for_each(|(a, b)| svg.line(*a, *b, &rail));
        let tie = Paint::stroke(colours.camp, 4.4).dashed(9.0, 8.0);
        rails.iter().for_each(|(a, b)| svg.line(*a, *b, &tie));
        let of = |rule: &Option<(String, String)>, name: &str| {
            let region = rule.as_ref().map_or(name, |(region, _)| region);
            board.region(region).map(|[a, b]| a | b).ok()
        };
        let camps = of(&spec.capture.safe, "camps").unwrap_or(SiteSet::EMPTY);
        let homes = of(&spec.capture.locked, "headquarters").unwrap_or(SiteSet::EMPTY);
        let (w, h) = (self.unit * 0.6, self.high * 0.5);
        for site in board.all().iter() {
            let (x, y) = self.point(site);
            let paint = Paint::fill(colours.camp).outlined(colours.line, 1.8);
            if camps.contains(site) {
                svg.circle((x, y), self.high * 0.43, &paint);
                let ring = Paint::stroke(colours.line, 1.0);
                svg.circle((x, y), self.high * 0.36, &ring);
            } else if homes.contains(site) {
                let outer = [x - w / 2.0 - 4.0, y - h / 2.0 - 4.0, w + 8.0, h + 8.0];
                svg.rectangle(outer, h / 2.0, &paint);
                let inner = [x - w / 2.0, y - h / 2.0, w, h];
                svg.rectangle(inner, h / 2.0, &Paint::stroke(colours.line, 1.0));
            } else {
                svg.rectangle([x - w / 2.0, y - h / 2.0, w, h], 4.0, &paint);
            }
        }
    }

    fn hexagons(&self, svg: &mut Svg, spec: &Spec, board: &Board<6>, colours: &Colours) {
        let s = self.unit / 2.0 / HALF_WIDTH;
        let cell = Paint::fill(colours.light).outlined(colours.line, 1.4);
        for site in board.all().iter() {
            svg.polygon(&self.hexagon(self.point(site), s), &cell);
        }
        // The edges that a side has to join stand in its colour.
        for ending in &spec.endings {
            let EndWhen::Connected(one, other) = &ending.when else {
                continue;
            };
            for name in [one, other] {
                let Ok(region) = board.region(name) else {
                    continue;
                };
                for side in Side::BOTH {
                    let ink = theme::ink(&spec.sides[side.index()].name, side.0 == 0);
                    let paint = Paint::stroke(ink.body, 6.0).round();
                    for (a, b) in self.rim(board, region[side.index()], s) {
                        svg.line(a, b, &paint);
                    }
                }
            }
        }
    }

    /// The outer edges of hexagons along a rank or a file.
    fn rim(&self, board: &Board<6>, region: SiteSet<6>, s: f64) -> Vec<(Point, Point)> {
        // The corners of the edge towards each neighbour.
        const TOWARDS: [((i8, i8), [usize; 2]); 6] = [
            ((0, 1), [0, 1]),
            ((1, 0), [1, 2]),
            ((1, -1), [2, 3]),
            ((0, -1), [3, 4]),
            ((-1, 0), [4, 5]),
            ((-1, 1), [5, 0]),
        ];
        let places: Vec<(u8, u8)> = region.iter().map(|s| board.coordinates(s)).collect();
        let Some(first) = places.first() else {
            return Vec::new();
        };
        let one_rank = places.iter().all(|p| p.1 == first.1);
        let mut edges = Vec::new();
        for site in region.iter() {
            let corners = self.hexagon(self.point(site), s);
            for (step, ends) in TOWARDS {
                let outwards = if one_rank { step.1 != 0 } else { step.0 != 0 };
                if !outwards || board.step(site, step).is_some() {
                    continue;
                }
                let (file, rank) = board.coordinates(site);
                // Along a rank only the edges that look away from the board, not those past its ends.
                let away = |step: i8, at: u8, most: u8| {
                    (step < 0 && at == 0) || (step > 0 && at + 1 == most)
                };
                let beyond = if one_rank {
                    away(step.1, rank, board.ranks())
                } else {
                    away(step.0, file, board.files())
                };
                if beyond {
                    let turn = if self.flip { 3 } else { 0 };
                    let [a, b] = ends.map(|i| corners[(i + turn) % 6]);
                    edges.push((a, b));
                }
            }
        }
        edges
    }

    /// Writes the names of files and ranks beside the board.
    pub(super) fn coordinates(&self, svg: &mut Svg, board: &Board<6>, colours: &Colours) {
        let (files, ranks) = (board.files(), board.ranks());
        let size = 16.0;
        let turned = |i: u8, many: u8| if self.flip { many - 1 - i } else { i };
        for (i, letter) in board.file_letters().into_iter().enumerate() {
            let place = f64::from(turned(i as u8, files));
            let (x, y) = self.at(place, 0.0);
            let at = match self.ground {
                Ground::Hexagons => (x - self.unit * 0.3, y + self.unit * 0.78),
                _ => (x, self.frame[1] + self.frame[3] + MARGIN / 2.0 + 1.0),
            };
            font::text(
                svg,
                letter.encode_utf8(&mut [0; 4]),
                at,
                size,
                colours.label,
            );
        }
        for rank in 0..ranks {
            let place = f64::from(turned(rank, ranks));
            let (x, y) = self.at(0.0, place);
            let at = match self.ground {
                Ground::Hexagons => (x - self.unit * 0.78, y),
                _ => (self.frame[0] - MARGIN / 2.0, y),
            };
            font::text(svg, &(rank + 1).to_string(), at, size, colours.label);
        }
    }
}

/// The rank, from 0, above which a river lies: where the home regions of the two sides meet.
fn river(board: &Board<6>) -> Option<u8> {
    let [first, second] = board.region("home").ok()?;
    let ranks = |set: SiteSet<6>| {
        set.iter()
            .map(|s| board.coordinates(s).1)
            .collect::<Vec<_>>()
    };
    let top = ranks(first).into_iter().max()?;
    let bottom = ranks(second).into_iter().min()?;
    (top + 1 == bottom).then_some(top)
}

/// The points that a board of Go marks.
fn stars(board: &Board<6>) -> Vec<Site> {
    let size = board.files();
    if board.ranks() != size || size < 7 || size.is_multiple_of(2) {
        return Vec::new();
    }
    let edge = if size < 13 { 2 } else { 3 };
    let (middle, far) = (size / 2, size - 1 - edge);
    let mut places = vec![
        (edge, edge),
        (edge, far),
        (far, edge),
        (far, far),
        (middle, middle),
    ];
    if size >= 19 {
        places.extend([(edge, middle), (middle, edge), (far, middle), (middle, far)]);
    }
    places
        .into_iter()
        .filter_map(|(f, r)| board.at(f, r))
        .collect()
}
