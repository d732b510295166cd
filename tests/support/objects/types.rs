//! Types of generated programs, and how C writes them.

use super::Generator;
use crate::support::cgen::{TYPES, Type};

/// The type of a variable or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Int(Type),
    Pointer(Box<Ty>),
    Array(Box<Ty>, usize),
    /// Position in [`Generator::records`].
    Record(usize),
}

impl Ty {
    pub fn pointer(self) -> Ty {
        Ty::Pointer(Box::new(self))
    }

    pub fn array(self, count: usize) -> Ty {
        Ty::Array(Box::new(self), count)
    }

    pub fn is_int(&self) -> bool {
        matches!(self, Ty::Int(_))
    }

    pub fn is_pointer(&self) -> bool {
        matches!(self, Ty::Pointer(_))
    }

    pub fn is_record(&self) -> bool {
        matches!(self, Ty::Record(_))
    }
}

/// A structure or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// With its keyword: `struct s1`.
    pub name: String,
    pub fields: Vec<Field>,
    /// Its fields may be misaligned: nobody takes their addresses.
    pub packed: bool,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
    pub bits: Option<usize>,
}

pub const CHAR: Type = Type { c: "signed char", input: "char" };
pub const BYTE: Type = Type { c: "unsigned char", input: "uchar" };
pub const INT: Type = Type { c: "int", input: "int" };
pub const UNSIGNED: Type = Type { c: "unsigned", input: "uint" };

/// Bytes of an integer type, with 64 bits for `long`.
pub fn bytes(ty: Type) -> usize {
    match ty.input {
        "char" | "uchar" | "bool" => 1,
        "short" | "ushort" => 2,
        "int" | "uint" => 4,
        _ => 8,
    }
}

impl Generator {
    /// An integer type whose every pattern of bits is a value.
    pub fn int(&mut self) -> Type {
        loop {
            let ty = *self.rng.pick(&TYPES);
            if ty.input != "bool" && (self.shape.heavy || !ty.c.contains("long")) {
                return ty;
            }
        }
    }

    /// `int (*x)[3]` for `x`.
    pub fn declare(&self, ty: &Ty, name: &str) -> String {
        match ty {
            Ty::Int(int) => format!("{} {name}", int.c),
            Ty::Record(id) => format!("{} {name}", self.records[*id].name),
            Ty::Array(element, count) => self.declare(element, &format!("{name}[{count}]")),
            Ty::Pointer(to) if matches!(**to, Ty::Array(..)) => {
                self.declare(to, &format!("(*{name})"))
            }
            Ty::Pointer(to) => self.declare(to, &format!("*{name}")),
        }
    }

    /// Bytes, roughly (without padding).
    pub fn size(&self, ty: &Ty) -> usize {
        match ty {
            Ty::Int(int) => bytes(*int),
            Ty::Pointer(_) => 8,
            Ty::Array(element, count) => count * self.size(element),
            Ty::Record(id) => {
                let fields = self.records[*id].fields.iter();
                fields.map(|field| self.size(&field.ty)).sum()
            }
        }
    }

    /// Whether bytes of a pointer lie in it.
    pub fn holds_pointer(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Int(_) => false,
            Ty::Pointer(_) => true,
            Ty::Array(element, _) => self.holds_pointer(element),
            Ty::Record(id) => {
                self.records[*id].fields.iter().any(|field| self.holds_pointer(&field.ty))
            }
        }
    }

    /// Defines a structure or union.
    pub fn record(&mut self) {
        let union = self.chance(25);
        let packed = self.chance(15);
        let name = self.name("s");
        let name = format!("{} {name}", if union { "union" } else { "struct" });
        let mut fields = vec![];
        for _ in 0..1 + self.rng.index(4) {
            let (ty, bits) = self.field_type(union);
            fields.push(Field { name: self.name("m"), ty, bits });
        }
        self.line(&format!("{name} {{"));
        for field in &fields {
            let bits = field.bits.map_or(String::new(), |bits| format!(" : {bits}"));
            let text = self.declare(&field.ty, &field.name);
            self.line(&format!("  {text}{bits};"));
        }
        let attribute = if packed { " __attribute__((packed))" } else { "" };
        self.line(&format!("}}{attribute};"));
        self.records.push(Record { name, fields, packed });
    }

    fn field_type(&mut self, union: bool) -> (Ty, Option<usize>) {
        let int = self.int();
        match self.rng.index(10) {
            0..=1 if !union => {
                let ty = *self.rng.pick(&[INT, UNSIGNED, int]);
                let most =
                    if self.chance(50) { 12.min(8 * bytes(ty)) } else { 8 * bytes(ty).min(4) };
                (Ty::Int(ty), Some(1 + self.rng.index(most)))
            }
            2..=4 => (Ty::Int(int).array(2 + self.rng.index(3)), None),
            5 if !self.records.is_empty() => {
                let id = self.rng.index(self.records.len());
                // A union's bytes are read as numbers.
                match union && self.holds_pointer(&Ty::Record(id)) {
                    true => (Ty::Int(int), None),
                    false => (Ty::Record(id), None),
                }
            }
            6 if !union => (Ty::Int(int).pointer(), None),
            _ => (Ty::Int(int), None),
        }
    }

    /// The type of a new variable that is not a pointer.
    pub fn object_type(&mut self) -> Ty {
        let int = Ty::Int(self.int());
        let record = match self.records.len() {
            0 => int.clone(),
            many => Ty::Record(self.rng.index(many)),
        };
        match self.rng.index(10) {
            0..=1 => int,
            2..=5 => int.array(2 + self.rng.index(5)),
            6 => int.array(2 + self.rng.index(2)).array(2),
            7 => record.array(2 + self.rng.index(2)),
            _ => record,
        }
    }
}
