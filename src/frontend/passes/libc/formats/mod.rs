//! Calls of `printf`, `scanf` and their like.
//!
//! A call with a constant format becomes a sequence of calls of small functions, one for each
//! directive ([`directives`]), which are written in C (`models/print.c`, `models/scan.c`). So
//! nothing interprets a format at run time, and what a directive does not need folds away.
//! Calls with other formats, or with directives that are not modelled, stay calls of an
//! undefined function ([`crate::frontend::passes::calls::meaning`]).
//!
//! Arguments that are too few, or of another size or kind than the format says, make the
//! behaviour undefined (C17 7.21.6.1p9): an unsupported point, unless the function is defined
//! by the program. That an `int` is signed where an unsigned one is asked for is no matter.

mod directives;
mod print;
mod scan;

use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, InstructionValue, IntValue, PointerValue,
};

use crate::frontend::instrument::{Instrument, Outcome};
use crate::frontend::{FrontendError, llvm};
use directives::Length;

/// Where the text goes, or comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// Out of the program.
    Output,
    /// The same; the format has wide characters.
    WideOutput,
    /// To the first argument.
    Buffer,
    /// To the first argument, at most as many bytes as the second says.
    Bounded,
    /// To new memory, whose address goes to the first argument.
    Allocated,
    /// From outside.
    Input,
    /// From the first argument.
    String,
}

/// The functions; which argument is the format; whether one `va_list` follows.
const FUNCTIONS: [(&str, Target, usize, bool); 26] = [
    ("printf", Target::Output, 0, false),
    ("fprintf", Target::Output, 1, false),
    ("dprintf", Target::Output, 1, false),
    ("vprintf", Target::Output, 0, true),
    ("vfprintf", Target::Output, 1, true),
    ("vdprintf", Target::Output, 1, true),
    ("wprintf", Target::WideOutput, 0, false),
    ("fwprintf", Target::WideOutput, 1, false),
    ("vwprintf", Target::WideOutput, 0, true),
    ("vfwprintf", Target::WideOutput, 1, true),
    ("sprintf", Target::Buffer, 1, false),
    ("vsprintf", Target::Buffer, 1, true),
    ("snprintf", Target::Bounded, 2, false),
    ("vsnprintf", Target::Bounded, 2, true),
    ("asprintf", Target::Allocated, 1, false),
    // glibc's, which end the program if their first argument is not zero (error(3)).
    ("error", Target::Output, 2, false),
    ("error_at_line", Target::Output, 4, false),
    ("scanf", Target::Input, 0, false),
    ("fscanf", Target::Input, 1, false),
    ("sscanf", Target::String, 1, false),
    // What glibc's headers make of these.
    ("__isoc99_scanf", Target::Input, 0, false),
    ("__isoc99_fscanf", Target::Input, 1, false),
    ("__isoc99_sscanf", Target::String, 1, false),
    ("__isoc23_scanf", Target::Input, 0, false),
    ("__isoc23_fscanf", Target::Input, 1, false),
    ("__isoc23_sscanf", Target::String, 1, false),
];

/// Whether this is one of the functions, by whatever name.
pub fn is_one(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, ..)| *known == name)
}

/// The names of the functions, without those of the headers.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.into_iter().map(|(name, ..)| name).filter(|name| !name.starts_with("__"))
}

/// Replaces all calls with constant formats that the program does not define itself. Comes
/// after the user's models and before those of the C library.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for function in instrument.functions() {
        for inst in llvm::instructions(function) {
            let Some(call) = llvm::call(inst) else { continue };
            let Some(callee) = llvm::callee(call) else { continue };
            let name = llvm::name(callee);
            let known = FUNCTIONS.iter().find(|known| known.0 == name);
            let Some(&(name, target, format, list)) = known else { continue };
            if callee.count_basic_blocks() == 0 {
                let call = Call { inst, call, name, target, format, list };
                replace(instrument, &call)?;
            }
        }
    }
    Ok(())
}

/// A call of one of the functions.
struct Call<'ctx> {
    inst: InstructionValue<'ctx>,
    call: CallSiteValue<'ctx>,
    name: &'static str,
    target: Target,
    /// Which argument is the format.
    format: usize,
    list: bool,
}

/// What was made of a call.
enum Made<'ctx> {
    /// Its result.
    Result(BasicValueEnum<'ctx>),
    /// The arguments do not fit.
    Misfit,
    /// Nothing: it is not modelled.
    Nothing,
}

fn replace<'ctx>(instrument: &mut Instrument<'ctx, '_>, call: &Call<'ctx>) -> Outcome {
    let int = instrument.context.i32_type();
    let Some(all) = llvm::arguments(call.call) else { return Ok(()) };
    let ends = ["error", "error_at_line"].contains(&call.name);
    let returned = call.call.get_called_fn_type().get_return_type();
    if all.len() <= call.format || llvm::is_used(call.inst) && returned != Some(int.into()) {
        return Ok(());
    }
    // Others have functions of this name, too.
    if ends && (returned.is_some() || all[0].get_type() != int.into()) {
        return Ok(());
    }
    let format = match call.target {
        Target::WideOutput => llvm::constant_wide(all[call.format]),
        _ => llvm::constant_bytes(all[call.format]),
    };
    let Some(format) = format else { return Ok(()) };
    instrument.before(call.inst);
    let further = all[call.format + 1..].to_vec();
    let arguments = match (call.list, &further[..]) {
        (false, _) => Arguments::Given(further, 0),
        (true, [BasicValueEnum::PointerValue(list)]) => Arguments::List(*list),
        _ => return Ok(()),
    };
    let made = match call.target {
        Target::Output
        | Target::WideOutput
        | Target::Buffer
        | Target::Bounded
        | Target::Allocated => print::call(instrument, call, &all, &format, arguments)?,
        Target::Input | Target::String => scan::call(instrument, call, &all, &format, arguments)?,
    };
    match made {
        Made::Nothing => Ok(()),
        Made::Misfit => {
            let what = format!(
                "a call of {} whose arguments do not fit its format, whose behaviour is undefined",
                call.name
            );
            instrument.unsupported(call.inst, what)
        }
        Made::Result(result) => {
            if ends {
                model(instrument, None, "__format_exit_if", &[all[0].into()])?;
            }
            if llvm::is_used(call.inst) {
                llvm::replace(call.inst, result);
            }
            call.inst.erase_from_basic_block();
            Ok(())
        }
    }
}

/// The arguments behind a format.
#[derive(Clone)]
enum Arguments<'ctx> {
    /// These, from that number on.
    Given(Vec<BasicValueEnum<'ctx>>, usize),
    /// A `va_list`.
    List(PointerValue<'ctx>),
}

/// What an argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Int(u32),
    Double,
    LongDouble,
    Pointer,
}

impl<'ctx> Arguments<'ctx> {
    /// Whether the next ones are, or may be, of these classes.
    fn fit(&self, instrument: &Instrument<'ctx, '_>, classes: &[Class]) -> bool {
        let Arguments::Given(all, from) = self else {
            return !classes.contains(&Class::LongDouble);
        };
        let given = &all[*from..];
        let context = instrument.context;
        let fits = |(value, class): (&BasicValueEnum<'ctx>, &Class)| match (value, class) {
            (BasicValueEnum::IntValue(value), Class::Int(width)) => {
                value.get_type().get_bit_width() == *width
            }
            (BasicValueEnum::FloatValue(value), Class::Double) => {
                value.get_type() == context.f64_type()
            }
            (BasicValueEnum::FloatValue(value), Class::LongDouble) => {
                value.get_type() == context.x86_f80_type()
            }
            (BasicValueEnum::PointerValue(_), Class::Pointer) => true,
            _ => false,
        };
        given.len() >= classes.len() && given.iter().zip(classes).all(fits)
    }

    /// The next one. It must fit.
    fn next(
        &mut self,
        instrument: &Instrument<'ctx, '_>,
        class: Class,
    ) -> Result<BasicValueEnum<'ctx>, FrontendError> {
        let context = instrument.context;
        let (function, ty): (_, BasicTypeEnum<'ctx>) = match (class, &mut *self) {
            (_, Arguments::Given(all, from)) => {
                *from += 1;
                return Ok(all[*from - 1]);
            }
            (Class::Int(64), _) => ("__format_next_long", context.i64_type().into()),
            (Class::Int(_), _) => ("__format_next_int", context.i32_type().into()),
            (Class::Double | Class::LongDouble, _) => {
                ("__format_next_double", context.f64_type().into())
            }
            (Class::Pointer, _) => {
                let ty = context.ptr_type(inkwell::AddressSpace::default());
                ("__format_next_pointer", ty.into())
            }
        };
        let Arguments::List(list) = *self else { unreachable!("given ones were returned") };
        model(instrument, Some(ty), function, &[list.into()])
    }

    fn next_int(
        &mut self,
        instrument: &Instrument<'ctx, '_>,
        width: u32,
    ) -> Result<IntValue<'ctx>, FrontendError> {
        Ok(self.next(instrument, Class::Int(width))?.into_int_value())
    }

    fn next_pointer(
        &mut self,
        instrument: &Instrument<'ctx, '_>,
    ) -> Result<PointerValue<'ctx>, FrontendError> {
        Ok(self.next(instrument, Class::Pointer)?.into_pointer_value())
    }
}

/// The width in bits of an integer of this length in memory.
fn bits(instrument: &Instrument<'_, '_>, length: Length) -> u32 {
    match length {
        Length::Char => 8,
        Length::Short => 16,
        Length::Int => 32,
        Length::Long | Length::Pointer => instrument.pointer_sized().get_bit_width(),
        Length::LongLong | Length::LongDouble => 64,
    }
}

/// Inserts a call of a function of the models; its result is an `int` if nothing else is said.
fn model<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    returned: Option<BasicTypeEnum<'ctx>>,
    name: &str,
    arguments: &[BasicMetadataValueEnum<'ctx>],
) -> Result<BasicValueEnum<'ctx>, FrontendError> {
    let returned = returned.unwrap_or(instrument.context.i32_type().into());
    let parameters: Vec<BasicMetadataTypeEnum<'ctx>> = arguments
        .iter()
        .map(|&argument| match BasicValueEnum::try_from(argument) {
            Ok(value) => value.get_type().into(),
            Err(_) => unreachable!("models get addresses and numbers"),
        })
        .collect();
    let ty = returned.fn_type(&parameters, false);
    let known = instrument.module.get_function(name);
    let function = known.unwrap_or_else(|| instrument.module.add_function(name, ty, None));
    let call = instrument.builder.build_call(function, arguments, "part")?;
    Ok(call.try_as_basic_value().expect_basic("it has a value"))
}

/// A constant `int` of the models.
fn int<'ctx>(instrument: &Instrument<'ctx, '_>, number: i32) -> IntValue<'ctx> {
    instrument.context.i32_type().const_int(i64::from(number) as u64, true)
}

/// The address of a text that only the models read.
fn text<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    bytes: &[u8],
) -> Result<PointerValue<'ctx>, FrontendError> {
    let text = instrument.context.const_string(bytes, false);
    let global = instrument.module.add_global(text.get_type(), None, "format.text");
    global.set_initializer(&text);
    global.set_constant(true);
    global.set_linkage(inkwell::module::Linkage::Private);
    Ok(global.as_pointer_value())
}
