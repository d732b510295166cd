//! Arbitrary values and objects with arbitrary contents: each is made of choices, calls
//! that are inputs of the program.

use inkwell::builder::Builder;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, IntValue, PointerValue,
};

use super::{Instrument, Outcome};
use crate::frontend::sites::Site;
use crate::frontend::{FrontendError, llvm};
use crate::program::InputKind;
use crate::program::runtime::{CHOICE_PREFIX, HAVOC, HAVOC_DIRECT};
use crate::support::limits;

/// What a part of an object of this type is an input as: where what a pointer from outside leads to
/// is not modelled, nothing is known of it.
fn part(kind: &InputKind, ty: BasicTypeEnum<'_>) -> InputKind {
    match kind {
        InputKind::External(name) if ty.is_pointer_type() => InputKind::Pointer(name.clone()),
        InputKind::Call { function, .. } if ty.is_pointer_type() => {
            InputKind::Pointer(format!("{function}()"))
        }
        _ => kind.clone(),
    }
}

impl<'ctx> Instrument<'ctx, '_> {
    /// Inserts: an arbitrary value of this width.
    pub fn choice(&mut self, width: u32, kind: InputKind) -> Result<IntValue<'ctx>, FrontendError> {
        let site = self.choice_site(kind);
        self.choice_at(&self.builder, width, site)
    }

    /// The site of choices that are made elsewhere.
    pub fn choice_site(&mut self, kind: InputKind) -> IntValue<'ctx> {
        let site = self.sites.add(Site::Choice(kind));
        self.site(site)
    }

    /// Inserts: an arbitrary value of this width, whose site is known at run time only
    /// (a parameter of a function of ours).
    pub fn choice_at(
        &self,
        builder: &Builder<'ctx>,
        width: u32,
        site: IntValue<'ctx>,
    ) -> Result<IntValue<'ctx>, FrontendError> {
        let call = builder.build_call(self.choice_function(width), &[site.into()], "any")?;
        Ok(call.try_as_basic_value().expect_basic("a choice has a value").into_int_value())
    }

    /// Inserts: an arbitrary value of this type; `None` for types without values that
    /// can be chosen (types without size).
    pub fn any(
        &mut self,
        ty: BasicTypeEnum<'ctx>,
        kind: &InputKind,
    ) -> Result<Option<BasicValueEnum<'ctx>>, FrontendError> {
        Ok(Some(match ty {
            BasicTypeEnum::IntType(ty) => self.choice(ty.get_bit_width(), kind.clone())?.into(),
            BasicTypeEnum::FloatType(float) => {
                let width = self.layout.get_bit_size(&float) as u32;
                let bits = self.choice(width, kind.clone())?;
                self.builder.build_bit_cast(bits, float, "any.float")?
            }
            BasicTypeEnum::PointerType(pointer) => {
                let width = 8 * self.layout.get_pointer_byte_size(None);
                let bits = self.choice(width, kind.clone())?;
                self.builder.build_int_to_ptr(bits, pointer, "any.pointer")?.into()
            }
            BasicTypeEnum::StructType(ty) => {
                let mut whole = ty.const_zero();
                for (index, field) in ty.get_field_types().into_iter().enumerate() {
                    let Some(value) = self.any(field, &part(kind, field))? else {
                        return Ok(None);
                    };
                    whole = self
                        .builder
                        .build_insert_value(whole, value, index as u32, "any.part")?
                        .into_struct_value();
                }
                whole.into()
            }
            BasicTypeEnum::ArrayType(ty) => {
                if ty.len() as usize > limits::ARBITRARY_PIECES {
                    return Ok(None);
                }
                let mut whole = ty.const_zero();
                let (element, kind) = (ty.get_element_type(), part(kind, ty.get_element_type()));
                for index in 0..ty.len() {
                    let Some(value) = self.any(element, &kind)? else {
                        return Ok(None);
                    };
                    whole = self
                        .builder
                        .build_insert_value(whole, value, index, "any.part")?
                        .into_array_value();
                }
                whole.into()
            }
            BasicTypeEnum::VectorType(ty) => {
                let mut whole = ty.const_zero();
                for index in 0..ty.get_size() {
                    let Some(value) = self.any(ty.get_element_type(), kind)? else {
                        return Ok(None);
                    };
                    let index = self.context.i64_type().const_int(index.into(), false);
                    whole = self.builder.build_insert_element(whole, value, index, "any.part")?;
                }
                whole.into()
            }
            BasicTypeEnum::ScalableVectorType(_) => return Ok(None),
        }))
    }

    /// Inserts: the object of this type at `pointer` becomes arbitrary, piece by piece,
    /// its padding too, so that promotion to registers finds every byte written. For large
    /// objects a call gets their address: they stay in memory, where no read is modelled.
    pub fn scramble(
        &mut self,
        pointer: PointerValue<'ctx>,
        ty: BasicTypeEnum<'ctx>,
        kind: &InputKind,
    ) -> Outcome {
        let size = self.layout.get_abi_size(&ty);
        let mut pieces = Vec::new();
        if !self.pieces(ty, 0, &mut pieces) {
            self.builder.build_call(self.keep_function(), &[pointer.into()], "")?;
            return Ok(());
        }
        let mut end = 0;
        let mut all = Vec::new();
        for (offset, piece) in pieces {
            self.gap(end, offset, &mut all);
            end = offset + self.layout.get_store_size(&piece);
            all.push((offset, piece));
        }
        self.gap(end, size, &mut all);
        for (offset, piece) in all {
            let Some(value) = self.any(piece, &part(kind, piece))? else { continue };
            let place = if offset == 0 {
                pointer
            } else {
                llvm::part(&self.builder, pointer, offset, "piece")?
            };
            let store = self.builder.build_store(place, value)?;
            store.set_alignment(1).map_err(|error| FrontendError::Internal(error.to_string()))?;
        }
        Ok(())
    }

    /// Whether [`Instrument::scramble`] writes objects of this type piece by piece.
    pub fn is_splittable(&self, ty: BasicTypeEnum<'ctx>) -> bool {
        self.pieces(ty, 0, &mut Vec::new())
    }

    /// Bytes `from..to`, one by one.
    fn gap(&self, from: u64, to: u64, all: &mut Vec<(u64, BasicTypeEnum<'ctx>)>) {
        for offset in from..to {
            all.push((offset, self.context.i8_type().into()));
        }
    }

    /// The scalars that an object of this type is made of, with their offsets in bytes,
    /// ascending; `false` if they are too many or not known.
    fn pieces(
        &self,
        ty: BasicTypeEnum<'ctx>,
        offset: u64,
        all: &mut Vec<(u64, BasicTypeEnum<'ctx>)>,
    ) -> bool {
        match ty {
            BasicTypeEnum::StructType(ty) if !ty.is_opaque() => {
                (0..ty.count_fields()).all(|index| {
                    let at = self.layout.offset_of_element(&ty, index);
                    let field = ty.get_field_type_at_index(index);
                    at.zip(field).is_some_and(|(at, field)| self.pieces(field, offset + at, all))
                })
            }
            BasicTypeEnum::ArrayType(ty) => {
                let element = ty.get_element_type();
                let size = self.layout.get_abi_size(&element);
                ty.len() as usize <= limits::ARBITRARY_PIECES
                    && (0..u64::from(ty.len()))
                        .all(|i| self.pieces(element, offset + i * size, all))
            }
            BasicTypeEnum::IntType(_)
            | BasicTypeEnum::FloatType(_)
            | BasicTypeEnum::PointerType(_)
            | BasicTypeEnum::VectorType(_) => {
                all.push((offset, ty));
                all.len() <= limits::ARBITRARY_PIECES
            }
            _ => false,
        }
    }

    fn choice_function(&self, width: u32) -> FunctionValue<'ctx> {
        let ty = self.int(width).fn_type(&[self.context.i32_type().into()], false);
        self.declare(&format!("{}{width}", CHOICE_PREFIX), ty)
    }

    /// Inserts: what this address belongs to may change.
    pub fn havoc_direct(&self, at: PointerValue<'ctx>) -> Outcome {
        self.tell(HAVOC_DIRECT, &[at.into()])
    }

    /// Inserts: what can be reached from these addresses may change.
    pub fn havoc(&self, from: &[BasicMetadataValueEnum<'ctx>]) -> Outcome {
        let ty = self.context.void_type().fn_type(&[], true);
        self.builder.build_call(self.declare(HAVOC, ty), from, "")?;
        Ok(())
    }
}
