//! C to [`crate::program::Program`]: clang, linking, instrumentation, LLVM passes,
//! lowering. No LLVM type leaves this module.
