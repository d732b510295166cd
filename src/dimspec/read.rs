//! Reading DimSpec files.
