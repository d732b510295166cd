//! What can go wrong in the front end.

/// Why there is no program.
#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    /// The input can't be read, compiled or linked; the message is for the user (and is
    /// clang's own where clang complains).
    #[error("{0}")]
    Input(String),
    /// A program that the front end needs is missing or doesn't run.
    #[error("{0}")]
    Tool(String),
    /// A bug of ours: the module that we made is not what it should be.
    #[error("internal error in the front end: {0}")]
    Internal(String),
}

impl From<inkwell::support::LLVMString> for FrontendError {
    /// LLVM refuses something that we made.
    fn from(error: inkwell::support::LLVMString) -> Self {
        FrontendError::Internal(error.to_string())
    }
}

impl From<inkwell::builder::BuilderError> for FrontendError {
    fn from(error: inkwell::builder::BuilderError) -> Self {
        FrontendError::Internal(error.to_string())
    }
}
