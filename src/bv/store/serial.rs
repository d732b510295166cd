//! Writing and reading stores. What is read may have been changed by anybody, so it is a store
//! only if each term could have been made here: everything else relies on that.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use super::{Node, Symbol, SymbolId, Term, TermStore};
use crate::bv::Sort;
use crate::support::IndexVec;

/// All but `known`, which follows from the rest.
type Parts<N, S, Y> = (N, S, Y);

impl Serialize for TermStore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts: Parts<_, _, _> = (&self.nodes, &self.sorts, &self.symbols);
        parts.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TermStore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (nodes, sorts, symbols): Parts<IndexVec<Term, Node>, _, _> =
            Parts::deserialize(deserializer)?;
        let known = nodes.iter_enumerated().map(|(term, node)| (node.clone(), term)).collect();
        let store = Self { nodes, sorts, symbols, known };
        store.validate().map_err(D::Error::custom)?;
        Ok(store)
    }
}

impl TermStore {
    /// Each term has a sort, refers to earlier terms only, and has operands that fit; each symbol
    /// has a term of its own.
    fn validate(&self) -> Result<(), String> {
        if self.nodes.len() != self.sorts.len() {
            return Err(format!("{} terms with {} sorts", self.nodes.len(), self.sorts.len()));
        }
        for (term, node) in self.nodes.iter_enumerated() {
            let sort = self.made_of(term, node)?;
            if sort != self.sorts[term] {
                let claimed = self.sorts[term];
                return Err(format!("{term} has {sort} bits, and is said to have {claimed}"));
            }
        }
        let is_of = |(id, symbol): &(SymbolId, &Symbol)| {
            self.nodes.get(symbol.term) == Some(&Node::Symbol(*id))
        };
        match self.symbols.iter_enumerated().find(|entry| !is_of(entry)) {
            Some((id, _)) => Err(format!("{id} has no term")),
            None => Ok(()),
        }
    }

    /// The sort that a term has as it is made.
    fn made_of(&self, term: Term, node: &Node) -> Result<Sort, String> {
        match node {
            Node::Const(value) => Ok(value.sort()),
            Node::Symbol(id) => match self.symbols.get(*id) {
                Some(symbol) if symbol.term == term && symbol.sort.is_some() => Ok(symbol.sort),
                _ => Err(format!("{term} is a symbol that does not exist")),
            },
            Node::App(op, places) => {
                if let Some(later) = places.iter().find(|place| **place >= term) {
                    return Err(format!("{term} refers to {later}, which does not come before it"));
                }
                let (args, rest) = places.split_at(op.arity());
                let sorts: SmallVec<[Sort; 3]> = args.iter().map(|&arg| self.sort(arg)).collect();
                let sort = op.checked_result_sort(&sorts).filter(|sort| sort.is_some());
                match sort.filter(|_| rest.iter().all(|place| *place == args[0])) {
                    Some(sort) => Ok(sort),
                    None => Err(format!("{term} is {op:?} on {sorts:?} bits")),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Op;

    /// `!(a + 1 < a)`, as text.
    fn written() -> String {
        let mut terms = TermStore::new();
        let a = terms.symbol("a", 8);
        let one = terms.number(8, 1);
        let more = terms.app_verbatim(Op::Add, &[a, one]);
        let less = terms.app_verbatim(Op::Ult, &[more, a]);
        terms.app_verbatim(Op::Not, &[less]);
        serde_json::to_string(&terms).expect("terms have a JSON form")
    }

    #[test]
    fn what_is_written_is_read() {
        let text = written();
        let read: TermStore = serde_json::from_str(&text).expect("a store");
        assert_eq!(read.len(), 5);
        assert_eq!(serde_json::to_string(&read).expect("terms have a JSON form"), text);
    }

    #[test]
    fn what_is_no_store_is_refused() {
        let text = written();
        for (from, to, expected) in [
            // Terms that refer to themselves, to later ones, to none.
            (r#"["Not",[3,3,3]]"#, r#"["Not",[4,4,4]]"#, "t4 refers to t4"),
            (r#"["Add",[0,1,0]]"#, r#"["Add",[3,1,3]]"#, "t2 refers to t3"),
            (r#"["Add",[0,1,0]]"#, r#"["Add",[0,99,0]]"#, "t2 refers to t99"),
            (r#"["Not",[3,3,3]]"#, r#"["Not",[3,3,2]]"#, "t4 is Not on [1] bits"),
            // Operators and sorts that don't fit.
            (r#""Not""#, r#"{"SignExtend":0}"#, "t4 is SignExtend(0) on [1] bits"),
            (r#""Add""#, r#""Ult""#, "t2 has 1 bits, and is said to have 8"),
            (r#""Ult",[2,0,2]"#, r#""Ite",[2,0,1]"#, "t3 is Ite on [8, 8, 8] bits"),
            (r#"{"width":8,"#, r#"{"width":9,"#, "t1 has 9 bits, and is said to have 8"),
            (r#"{"Word":1}]"#, r#"{"Word":1},{"Word":1}]"#, "5 terms with 6 sorts"),
            // Symbols.
            (r#"{"Symbol":0}"#, r#"{"Symbol":1}"#, "t0 is a symbol that does not exist"),
            (r#""term":0"#, r#""term":1"#, "t0 is a symbol that does not exist"),
            (
                r#""term":0}"#,
                r#""term":0},{"name":"b","sort":{"Word":1},"term":4}"#,
                "s1 has no term",
            ),
        ] {
            let changed = text.replacen(from, to, 1);
            assert_ne!(changed, text, "{from}");
            let error = serde_json::from_str::<TermStore>(&changed).expect_err(to).to_string();
            assert!(error.contains(expected), "{to}: {error}");
        }
    }
}
