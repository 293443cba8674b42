//! Clause slugs, interned.

/// A clause of the rulebook, by index into the variant's clauses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClauseId(pub u16);

/// The clause slugs that a variant's rules refer to.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    slugs: Vec<String>,
}

impl Clauses {
    /// The id of a slug, added when new.
    pub fn intern(&mut self, slug: &str) -> ClauseId {
        let at = self
            .slugs
            .iter()
            .position(|s| s == slug)
            .unwrap_or_else(|| {
                self.slugs.push(slug.to_owned());
                self.slugs.len() - 1
            });
        ClauseId(at as u16)
    }

    /// The slug of an id.
    #[must_use]
    pub fn slug(&self, id: ClauseId) -> &str {
        self.slugs.get(id.0 as usize).map_or("", String::as_str)
    }

    /// The id of a slug, if the rules refer to it.
    #[must_use]
    pub fn find(&self, slug: &str) -> Option<ClauseId> {
        self.slugs
            .iter()
            .position(|s| s == slug)
            .map(|i| ClauseId(i as u16))
    }

    /// All slugs, in id order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.slugs.iter().map(String::as_str)
    }
}
