//! Values and nodes of metadata by identity, as keys.

use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};
use inkwell::values::AsValueRef;

/// Which value it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity(pub(super) LLVMValueRef);

/// Which node of metadata it is: a block of C, a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node(pub(super) LLVMMetadataRef);

/// Values that are known by identity.
pub trait Identified {
    /// Which one it is.
    fn identity(&self) -> Identity;
}

impl<V: AsValueRef> Identified for V {
    fn identity(&self) -> Identity {
        Identity(self.as_value_ref())
    }
}
