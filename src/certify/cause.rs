//! Why an access to memory is invalid, as the run with objects ([`super::objects`]) sees it.

/// Why an access to memory is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// In words.
    pub text: String,
    /// The address, if it is that of no object.
    pub address: Option<u64>,
    /// The object that the address belongs to.
    pub touched: Option<Touched>,
}

/// An object, and where an address lies that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// The name of the variable that it is.
    pub variable: Option<String>,
    /// Whether it lives no more.
    pub ended: bool,
    /// Whether the access lies inside of it: it is constant.
    pub inside: bool,
    /// Bytes from its start to the address.
    pub offset: i64,
    /// Its size in bytes.
    pub size: u64,
}
