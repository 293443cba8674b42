//! Tests of the search.
