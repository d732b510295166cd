//! Machines that programs are compiled for.
//!
//! What of C a machine decides (sizes, alignments, the sign of `char`, how structures are passed)
//! clang says, in the module's layout and code; everything behind it looks there. So a machine can
//! be modelled if its lowest byte comes first, its `int` has 32 bits, and its `va_list` is a pointer
//! or what that of x86-64 is.

use std::path::{Path, PathBuf};

/// Another machine than x86.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Its name for clang: `arm-none-eabi`.
    pub triple: String,
}

/// What a target is to us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// x86 with 64 bits.
    Lp64,
    /// x86 with 32 bits.
    Ilp32,
    /// Another that is modelled.
    Other(Machine),
}

impl Target {
    /// The target of this name; none if it is not modelled.
    pub fn named(triple: &str) -> Option<Self> {
        let mut parts = triple.split('-');
        let machine = parts.next()?;
        let other = |part: &str| {
            let others = ["mingw", "cygwin", "windows", "win32", "msvc", "msys", "gnux32", "uefi"];
            others.iter().any(|other| part.starts_with(other))
        };
        if parts.any(other) {
            return None;
        }
        let is_arm = ["arm", "thumb"].iter().any(|it| machine.starts_with(it))
            && !["eb", "64"].iter().any(|it| machine.contains(it));
        match machine {
            "x86_64" | "amd64" => Some(Self::Lp64),
            "i386" | "i486" | "i586" | "i686" => Some(Self::Ilp32),
            _ if is_arm || machine == "riscv32" => {
                Some(Self::Other(Machine { triple: triple.to_owned() }))
            }
            _ => None,
        }
    }

    /// The options for clang that say the same.
    pub fn options(&self) -> Vec<String> {
        match self {
            Self::Lp64 => vec![],
            Self::Ilp32 => vec!["-m32".to_owned()],
            Self::Other(machine) => vec![machine.option()],
        }
    }
}

impl Machine {
    /// The option for clang.
    pub fn option(&self) -> String {
        format!("--target={}", self.triple)
    }

    /// The packages of Debian that have headers of a C library for this machine.
    pub fn packages(&self) -> String {
        match (self.triple.contains("linux"), self.triple.starts_with("riscv")) {
            (true, _) => format!("libc6-dev-…-cross, below /usr/{}", self.triple),
            (false, true) => "picolibc-riscv64-unknown-elf".to_owned(),
            (false, false) => "libnewlib-dev or picolibc-arm-none-eabi".to_owned(),
        }
    }

    /// Where Debian's packages put the headers of a C library for this machine, if one is there:
    /// those of Linux, newlib's, which its gcc takes, or picolibc's.
    pub fn headers(&self) -> Option<PathBuf> {
        let triple = &self.triple;
        let compiler = match triple.starts_with("riscv") {
            true => "riscv64-unknown-elf",
            false => "arm-none-eabi",
        };
        let places = match triple.contains("linux") {
            true => vec![format!("/usr/{triple}/include")],
            false => vec![
                format!("/usr/{triple}/include"),
                "/usr/include/newlib".to_owned(),
                format!("/usr/lib/picolibc/{compiler}/include"),
            ],
        };
        let is_there = |place: &PathBuf| Path::new(place).join("string.h").is_file();
        places.into_iter().map(PathBuf::from).find(is_there)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_that_are_modelled_are_known() {
        let other = |triple: &str| Some(Target::Other(Machine { triple: triple.to_owned() }));
        for triple in
            ["arm-none-eabi", "armv7em-none-eabihf", "thumbv6m-none-eabi", "riscv32-unknown-elf"]
        {
            assert_eq!(Target::named(triple), other(triple), "{triple}");
        }
        assert_eq!(Target::named("x86_64-linux-gnu"), Some(Target::Lp64));
        assert_eq!(Target::named("i686-pc-linux-gnu"), Some(Target::Ilp32));
        for triple in [
            "armeb-none-eabi",
            "arm64-apple-ios",
            "aarch64-linux-gnu",
            "thumbebv7-none-eabi",
            "riscv64-linux-gnu",
            "riscv32be-unknown-elf",
            "avr",
            "msp430",
            "mips-linux-gnu",
            "x86_64-w64-mingw32",
            "arm-windows-msvc",
        ] {
            assert_eq!(Target::named(triple), None, "{triple}");
        }
    }
}
