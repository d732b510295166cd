//! Calls of `printf`, `scanf` and their like.
//!
//! A call with a constant format becomes a sequence of calls of small functions, one for each
//! directive ([`directives`]), which are written in C (`models/print.c`, `models/scan.c`). So
//! nothing interprets a format at run time, and what a directive does not need folds away.
//! So does one whose format is chosen at run time among constant ones ([`chosen`]).
//! Calls with other formats, or with directives that are not modelled, stay calls of an
//! undefined function ([`crate::frontend::passes::calls::meaning`]).
//!
//! Arguments that are too few, or of another size or kind than the format says, make the
//! behaviour undefined (C17 7.21.6.1p9): an unsupported point, unless the function is defined
//! by the program. That an `int` is signed where an unsigned one is asked for is no matter.

mod chosen;
mod directives;
mod print;
mod scan;
mod time;

use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue,
    IntValue, PointerValue,
};

use crate::frontend::clang::module::{MODEL, is_marked};
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
    /// To the first argument, or nowhere if it is longer than the second says: that of a date.
    Date,
    /// From outside.
    Input,
    /// From the first argument.
    String,
}

/// The functions; which argument is the format; whether one `va_list` follows.
const FUNCTIONS: [(&str, Target, usize, bool); 37] = [
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
    ("vasprintf", Target::Allocated, 1, true),
    ("strftime", Target::Date, 2, false),
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
    ("vscanf", Target::Input, 0, true),
    ("vfscanf", Target::Input, 1, true),
    ("vsscanf", Target::String, 1, true),
    ("__isoc99_vscanf", Target::Input, 0, true),
    ("__isoc99_vfscanf", Target::Input, 1, true),
    ("__isoc99_vsscanf", Target::String, 1, true),
    ("__isoc23_vscanf", Target::Input, 0, true),
    ("__isoc23_vfscanf", Target::Input, 1, true),
    ("__isoc23_vsscanf", Target::String, 1, true),
    ("__isoc23_scanf", Target::Input, 0, false),
    ("__isoc23_fscanf", Target::Input, 1, false),
    ("__isoc23_sscanf", Target::String, 1, false),
];

/// Whether this is one of the functions, by whatever name.
pub fn is_one(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, ..)| *known == name)
}

/// Whether a function of the models takes an argument from a `va_list`.
pub fn reads_list(function: FunctionValue<'_>) -> bool {
    is_marked(function, MODEL) && llvm::name(function).starts_with("__format_next_")
}

/// The names of the functions, without those of the headers.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.into_iter().map(|(name, ..)| name).filter(|name| !name.starts_with("__"))
}

/// Replaces all calls with constant formats that the program does not define itself. Comes
/// after the user's models and before those of the C library.
pub fn run(instrument: &mut Instrument<'_, '_>) -> Outcome {
    for call in calls(instrument) {
        if constant(&call).is_none() {
            chosen::run(instrument, call.inst, call.format)?;
        }
    }
    for call in calls(instrument) {
        replace(instrument, &call)?;
    }
    Ok(())
}

/// The calls of the functions, where the program does not define them.
fn calls<'ctx>(instrument: &Instrument<'ctx, '_>) -> Vec<Call<'ctx>> {
    let all = instrument.functions().into_iter().flat_map(llvm::instructions);
    let calls = all.filter_map(|inst| {
        let call = llvm::call(inst)?;
        let callee = llvm::callee(call).filter(|callee| callee.count_basic_blocks() == 0)?;
        let name = llvm::name(callee);
        let &(name, target, format, list) = FUNCTIONS.iter().find(|known| known.0 == name)?;
        Some(Call { inst, call, name, target, format, list })
    });
    calls.collect()
}

/// The format of a call, if it is constant.
fn constant(call: &Call<'_>) -> Option<Vec<u8>> {
    let format = *llvm::arguments(call.call)?.get(call.format)?;
    match call.target {
        Target::WideOutput => llvm::constant_wide(format),
        _ => llvm::constant_bytes(format),
    }
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
    let result = match call.target {
        Target::Date => instrument.pointer_sized(),
        _ => int,
    };
    if all.len() <= call.format || llvm::is_used(call.inst) && returned != Some(result.into()) {
        return Ok(());
    }
    // Others have functions of this name, too.
    if ends && (returned.is_some() || all[0].get_type() != int.into()) {
        return Ok(());
    }
    let Some(format) = constant(call) else { return Ok(()) };
    instrument.before(call.inst);
    let further = all[call.format + 1..].to_vec();
    let arguments = match (call.list, &further[..]) {
        (false, _) => Arguments::Given(further, 0),
        (true, [list]) => match place_of(instrument, call.inst, *list)? {
            Some(list) => Arguments::List(list),
            None => return Ok(()),
        },
        _ => return Ok(()),
    };
    let is_stream = matches!(call.target, Target::Output | Target::WideOutput | Target::Input);
    if let ([file @ BasicValueEnum::PointerValue(_), ..], true, 1) =
        (&all[..], is_stream, call.format)
    {
        model(instrument, None, "__format_stream", &[(*file).into()])?;
    }
    let made = match call.target {
        Target::Output
        | Target::WideOutput
        | Target::Buffer
        | Target::Bounded
        | Target::Allocated => print::call(instrument, call, &all, &format, arguments)?,
        Target::Date => time::call(instrument, &all, &format)?,
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

/// Where the `va_list` of a call lies. It is an array where addresses have 64 bits, whose place is
/// given, and else its value is.
fn place_of<'ctx>(
    instrument: &Instrument<'ctx, '_>,
    inst: InstructionValue<'ctx>,
    list: BasicValueEnum<'ctx>,
) -> Result<Option<PointerValue<'ctx>>, FrontendError> {
    match list {
        BasicValueEnum::PointerValue(place) if is_64_bit(instrument) => Ok(Some(place)),
        _ if is_64_bit(instrument) => Ok(None),
        list => {
            let place = instrument.local_variable(inst, list.get_type(), "list")?;
            instrument.builder.build_store(place, list)?;
            Ok(Some(place))
        }
    }
}

fn is_64_bit(instrument: &Instrument<'_, '_>) -> bool {
    instrument.pointer_sized().get_bit_width() == 64
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

    /// The same ones, which may be gone through apart from these.
    fn again(
        &self,
        instrument: &Instrument<'ctx, '_>,
        call: &Call<'ctx>,
    ) -> Result<Self, FrontendError> {
        let Arguments::List(list) = *self else { return Ok(self.clone()) };
        // The array has four words of 32 and 64 bits (System V ABI, AMD64 supplement, 3.5.7).
        let bytes = if is_64_bit(instrument) { 24 } else { 4 };
        let ty = instrument.context.i8_type().array_type(bytes);
        let copy = instrument.local_variable(call.inst, ty, "list")?;
        let bytes = instrument.context.i64_type().const_int(bytes.into(), false);
        instrument.builder.build_memcpy(copy, 1, list, 1, bytes)?;
        Ok(Arguments::List(copy))
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
