//! What the front end needs of LLVM and inkwell lacks, made safe: no other file of it has `unsafe`
//! code or names LLVM's C interface.
//!
//! Passes change modules by inkwell's own values and by the functions here, which take such
//! values. They are valid as long as their module is; where LLVM demands a certain kind of value,
//! the function checks it first. Lowering reads a module that nobody changes meanwhile, by
//! [`handles`].

mod addresses;
mod aliases;
mod atomic;
mod calls;
mod constants;
mod declare;
mod flow;
pub mod handles;
mod identity;
mod metadata;
mod records;
mod registers;
mod uses;
mod values;

pub use addresses::{
    constant_base, constant_distance, constant_gep, constant_offset, is_fixed_address, member,
    part_of_pointee, storage,
};
pub use aliases::{aliased, aliases, load_time_choices, replace_alias, replace_load_time_choices};
pub use atomic::{adds, is_atomic, is_weak_exchange, is_weakly_ordered};
pub use calls::{
    arguments, assembly, attribute_kind, by_value, by_value_parameter, call, call_as_c,
    called_value, callee, has_assembly, is_call_of, is_passed, note_alignments, note_passed,
    noted_alignment, parameter, returned_in, returned_in_parameter, set_callee,
};
pub use constants::{
    constant_bytes, constant_leaves, constant_string, constant_wide, float_of_integer, global_of,
    is_undefined,
};
pub use declare::declare_global;
pub use flow::{cases, predecessors, redirect_edges, replace_label_addresses, successors};
pub use identity::{Identified, Identity, Node};
pub use metadata::{
    Declared, declared, function_file, function_line, function_location, function_scope,
    is_auto_init, is_noted, labelled, location, metadata_text, note, remove_metadata, scopes,
    set_builder_location, source_path,
};
pub use records::{Assignments, slots};
pub use registers::is_register;
pub use uses::{
    as_instruction, as_variable, holds_addresses, is_address_taken, is_plain_constant, is_used,
    kept_value, mentioned_by, plain_accesses, reached_from, redirect, replace, replace_by_zero,
    users, users_of_known,
};
pub use values::{
    as_function, copy, defined, delete_body, delete_function, delete_variable, forbid_contraction,
    forget_initializer, forget_subprogram, instructions, is_bounded_product, is_fast, may_contract,
    moved, name, operand, part, remove_poison_flags, result, run_passes, text,
};
