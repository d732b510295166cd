//! The library and its functions: everything unsafe about IPASIR.

use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::sync::atomic::{AtomicBool, Ordering};

type Handle = *mut c_void;
type Signature = unsafe extern "C" fn() -> *const c_char;
type Init = unsafe extern "C" fn() -> Handle;
type Release = unsafe extern "C" fn(Handle);
/// `ipasir_add` and `ipasir_assume`.
type Take = unsafe extern "C" fn(Handle, c_int);
type Solve = unsafe extern "C" fn(Handle) -> c_int;
/// `ipasir_val` and `ipasir_failed`.
type Ask = unsafe extern "C" fn(Handle, c_int) -> c_int;
type SetTerminate =
    unsafe extern "C" fn(Handle, *const c_void, extern "C" fn(*const c_void) -> c_int);

/// A solver in a library. It belongs to the thread that made it.
pub struct Library {
    /// What the library calls itself.
    pub signature: String,
    solver: Handle,
    release: Release,
    add: Take,
    assume: Take,
    solve: Solve,
    val: Ask,
    failed: Ask,
}

/// The library's answer to "stop?"; set from another thread.
static STOP: AtomicBool = AtomicBool::new(false);

/// Asks a running query to stop, or takes that back.
pub fn stop(wanted: bool) {
    STOP.store(wanted, Ordering::Relaxed);
}

extern "C" fn should_stop(_: *const c_void) -> c_int {
    c_int::from(STOP.load(Ordering::Relaxed))
}

/// What the dynamic loader says about its last error.
fn loader_error() -> String {
    // SAFETY: the text is valid until the next call of the loader in this thread.
    unsafe {
        let text = libc::dlerror();
        let none = || "the loader gives no reason".to_owned();
        if text.is_null() { none() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
    }
}

impl Library {
    /// Loads a library and makes a solver. The library stays loaded for good.
    ///
    /// # Errors
    /// If it can't be loaded or lacks a function, with the reason.
    pub fn load(path: &OsStr) -> Result<Self, String> {
        let path = CString::new(path.as_bytes()).map_err(|error| error.to_string())?;
        // SAFETY: the path ends with 0. What the library does when it is loaded is its own
        // affair, and this process exists for nothing else.
        let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if library.is_null() {
            return Err(format!("it can't be loaded: {}", loader_error()));
        }
        let find = |name: &CStr| {
            // SAFETY: the library is loaded and the name ends with 0.
            let symbol = unsafe { libc::dlsym(library, name.as_ptr()) };
            if symbol.is_null() {
                return Err(format!("it has no function {}", name.to_string_lossy()));
            }
            Ok(symbol)
        };
        // SAFETY (all below): these are the functions and types of ipasir.h.
        unsafe {
            use std::mem::transmute as as_function;
            let signature = as_function::<Handle, Signature>(find(c"ipasir_signature")?);
            let init = as_function::<Handle, Init>(find(c"ipasir_init")?);
            let mut new = Self {
                signature: String::new(),
                solver: std::ptr::null_mut(),
                release: as_function::<Handle, Release>(find(c"ipasir_release")?),
                add: as_function::<Handle, Take>(find(c"ipasir_add")?),
                assume: as_function::<Handle, Take>(find(c"ipasir_assume")?),
                solve: as_function::<Handle, Solve>(find(c"ipasir_solve")?),
                val: as_function::<Handle, Ask>(find(c"ipasir_val")?),
                failed: as_function::<Handle, Ask>(find(c"ipasir_failed")?),
            };
            let text = signature();
            if !text.is_null() {
                new.signature = CStr::from_ptr(text).to_string_lossy().into_owned();
            }
            new.solver = init();
            if let Ok(symbol) = find(c"ipasir_set_terminate") {
                let set = as_function::<Handle, SetTerminate>(symbol);
                set(new.solver, std::ptr::null(), should_stop);
            }
            Ok(new)
        }
    }

    /// `ipasir_add`: a literal, or 0 at the end of a clause.
    pub fn add(&mut self, literal: i32) {
        // SAFETY: as ipasir.h says; so below. INT_MIN is no literal of ours.
        unsafe { (self.add)(self.solver, literal) }
    }

    /// `ipasir_assume`: for the next query.
    pub fn assume(&mut self, literal: i32) {
        // SAFETY: see above.
        unsafe { (self.assume)(self.solver, literal) }
    }

    /// `ipasir_solve`: 10, 20, or 0 if it was stopped.
    pub fn solve(&mut self) -> i32 {
        // SAFETY: see above.
        unsafe { (self.solve)(self.solver) }
    }

    /// `ipasir_val`, after 10: whether the variable is true (false if it may be either).
    pub fn value(&mut self, variable: i32) -> bool {
        // SAFETY: see above.
        unsafe { (self.val)(self.solver, variable) > 0 }
    }

    /// `ipasir_failed`, after 20: whether the assumption was needed.
    pub fn failed(&mut self, assumption: i32) -> bool {
        // SAFETY: see above.
        unsafe { (self.failed)(self.solver, assumption) != 0 }
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: the solver is not used after this.
        unsafe { (self.release)(self.solver) }
    }
}
