//! The case language of rulebooks, the runner of cases, and drivers for other engines.
