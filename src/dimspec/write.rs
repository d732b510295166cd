//! Writing DimSpec files.
