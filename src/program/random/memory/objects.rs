//! Random objects of every sort of storage, with what they hold at first.

use super::*;

/// Sizes of random objects in bytes.
const SIZES: [u64; 9] = [1, 2, 3, 4, 6, 8, 12, 16, 24];

impl Generator<'_> {
    /// Gives the program its objects and allocation sites.
    pub fn objects(&mut self) {
        self.program.variables.push(Variable {
            name: "seen".to_owned(),
            function: "main".to_owned(),
            ty: CType { name: "int".to_owned(), style: CStyle::Unsigned },
            chain: Vec::new(),
        });
        let mut memory =
            Memory { pointer_width: *self.rng.pick(&[16, 16, 32]), ..Memory::default() };
        let count = 1 + self.rng.index(4);
        for number in 0..count {
            let storage = *self.rng.pick(&[
                Storage::Static,
                Storage::Static,
                Storage::Local,
                Storage::Local,
                Storage::Function,
            ]);
            let size = if storage == Storage::Function { 0 } else { *self.rng.pick(&SIZES) };
            let initial = self.initial(memory.pointer_width, size, count);
            memory.objects.push(Object {
                name: format!("o{number}"),
                loc: None,
                storage,
                size,
                align: 1 << self.rng.below(3),
                writable: !self.rng.one_in(6),
                initial,
                fields: vec![],
            });
        }
        for _ in 0..self.rng.index(3) {
            let size = *self.rng.pick(&SIZES);
            let instances = (0..1 + self.rng.index(3)).map(|_| {
                let name = format!("o{}", memory.objects.len());
                memory.objects.push(Object {
                    name,
                    loc: None,
                    storage: Storage::Heap,
                    size,
                    align: 4,
                    writable: true,
                    initial: Initial::Arbitrary,
                    fields: vec![],
                })
            });
            let instances = instances.collect();
            memory.sites.push(AllocationSite { instances });
        }
        self.program.memory = memory;
    }

    fn initial(&mut self, pointer: u32, size: u64, objects: usize) -> Initial {
        if self.rng.one_in(3) {
            return Initial::Arbitrary;
        }
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < size {
            let bytes = match self.rng.below(4) {
                0 => u64::from(pointer / 8),
                other => other,
            };
            if at + bytes <= size {
                if bytes == u64::from(pointer / 8) && self.rng.one_in(2) {
                    let to = ObjectId(self.rng.index(objects) as u32);
                    pieces.push((at, Piece::Address(to, self.rng.below(4) as i64)));
                } else if !self.rng.one_in(3) {
                    let value = Value::new(bytes as u32 * 8, self.rng.wide());
                    pieces.push((at, Piece::Number(value)));
                }
            }
            at += bytes;
        }
        Initial::Known(pieces)
    }
}
