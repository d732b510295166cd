//! The paper's tables 2, 3 and 4, row by row, with the task of `c-tests/paper` that is
//! the row's counterpart.

/// A row of the tables.
pub struct Row {
    /// The task, without extension.
    pub task: &'static str,
    /// The paper's name of the benchmark, without what all names of its kind share.
    pub name: &'static str,
    /// Table 2: basic blocks, variables, bits, clauses.
    pub size: [u64; 4],
    /// Table 3, abcdSAT: seconds if it answered, else none.
    pub abcdsat: Option<f64>,
    /// Table 3, abcdSAT: iterations, if given. They are solver calls: one more than the
    /// steps of a run.
    pub iterations: Option<u64>,
    /// Table 4, MinireachIC3: seconds and phases if it answered.
    pub minireach: Option<(f64, u64)>,
}

const fn row(
    task: &'static str,
    name: &'static str,
    size: [u64; 4],
    abcdsat: Option<f64>,
    iterations: Option<u64>,
    minireach: Option<(f64, u64)>,
) -> Row {
    Row { task, name, size, abcdsat, iterations, minireach }
}

/// All rows, in the paper's order. A time of 0.01 stands for its "≤ 0.01".
#[rustfmt::skip]
pub const ROWS: [Row; 24] = [
    row("diamond_violated", "diamond false 2", [37, 34, 1036, 35788], Some(3.95), Some(27), None),
    row("implicit_unsigned_conversion_violated", "implicitunsignedconversion false", [4, 2, 6, 151], Some(0.01), Some(4), Some((0.001, 3))),
    row("jain_1_violated", "jain 1 false", [5, 3, 38, 2179], Some(0.01), Some(3), Some((0.007, 2))),
    row("jain_2_violated", "jain 2 false", [5, 4, 70, 5125], Some(0.01), Some(3), Some((0.019, 2))),
    row("jain_4_violated", "jain 4 false", [5, 5, 102, 8022], Some(0.01), Some(3), Some((0.023, 2))),
    row("jain_5_violated", "jain 5 false", [5, 4, 70, 3415], Some(0.01), Some(3), Some((0.009, 2))),
    row("jain_6_violated", "jain 6 false", [5, 5, 102, 7999], Some(0.01), Some(3), Some((0.024, 2))),
    row("jain_7_violated", "jain 7 false", [5, 5, 102, 7171], Some(0.01), Some(3), Some((0.021, 2))),
    row("sign_extension_violated", "signextension2 false", [7, 2, 8, 263], Some(0.01), Some(7), Some((0.002, 5))),
    row("wrap_around_violated", "overflow false 1", [7, 3, 40, 1652], None, None, None),
    row("wrap_around_507_violated", "overflow false 1, smaller", [7, 3, 40, 1652], Some(11.34), Some(507), Some((0.83, 502))),
    row("wrap_around_720_violated", "overflow false 1, smaller 2", [7, 3, 40, 1637], Some(20.28), Some(720), None),
    row("handshake_client_violated", "s3 clnt 1 false", [227, 93, 2928, 116_777], Some(198.93), Some(68), None),
    row("handshake_client_early_violated", "s3 clnt 2 false", [227, 95, 2992, 94826], Some(0.79), Some(4), Some((0.628, 3))),
    row("implicit_unsigned_conversion_safe", "implicitunsignedconversion true", [4, 2, 6, 151], None, Some(13089), Some((0.002, 3))),
    row("jain_1_safe", "jain 1 true", [5, 3, 38, 2128], None, Some(5595), Some((0.008, 5))),
    row("jain_2_safe", "jain 2 true", [5, 4, 70, 4999], None, Some(4230), Some((0.030, 5))),
    row("jain_4_safe", "jain 4 true", [5, 5, 102, 7738], None, Some(3273), Some((0.047, 5))),
    row("jain_5_safe", "jain 5 true", [5, 4, 70, 3370], None, Some(3083), Some((0.046, 6))),
    row("jain_6_safe", "jain 6 true", [5, 5, 102, 7672], None, Some(2827), Some((0.052, 5))),
    row("jain_7_safe", "jain 7 true", [5, 5, 102, 6148], None, Some(2731), Some((0.531, 5))),
    row("sign_extension_safe", "signextension2 true", [7, 2, 8, 263], None, Some(11995), Some((0.002, 5))),
    row("gcd_safe", "gcd 4 true", [12, 8, 200, 21862], None, Some(2249), Some((6.853, 10))),
    row("handshake_server_safe", "s3 srvr 1 true", [256, 99, 3122, 102_932], None, Some(93), None),
];
