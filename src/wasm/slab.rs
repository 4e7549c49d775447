//! Values that JavaScript holds by number.

/// How many values there may be at one time.
const MAX: usize = 1 << 20;

/// Values by handle. A handle is an index and a generation, so one that was freed never means a newer value.
pub(super) struct Slab<T> {
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
}

struct Slot<T> {
    generation: u32,
    value: Option<T>,
}

impl<T> Slab<T> {
    pub(super) const fn new() -> Self {
        Self { slots: Vec::new(), free: Vec::new() }
    }

    /// Keeps a value; `None` where there is no room for one more.
    pub(super) fn insert(&mut self, value: T) -> Option<f64> {
        let index = match self.free.pop() {
            Some(index) => index,
            None if self.slots.len() < MAX => {
                self.slots.push(Slot { generation: 0, value: None });
                u32::try_from(self.slots.len()).ok()?.checked_sub(1)?
            }
            None => return None,
        };
        let slot = self.slots.get_mut(index as usize)?;
        slot.value = Some(value);
        Some(f64::from(slot.generation) * SPAN + f64::from(index))
    }

    pub(super) fn get_mut(&mut self, handle: f64) -> Option<&mut T> {
        self.slot(handle)?.value.as_mut()
    }

    /// Takes a value out for a while; the handle stays its own.
    pub(super) fn take(&mut self, handle: f64) -> Option<T> {
        self.slot(handle)?.value.take()
    }

    /// Puts back what was taken.
    pub(super) fn put(&mut self, handle: f64, value: T) {
        if let Some(slot) = self.slot(handle) {
            slot.value = Some(value);
        }
    }

    /// Frees a handle. One that is unknown or free already is left alone.
    pub(super) fn remove(&mut self, handle: f64) {
        if let Some(slot) = self.slot(handle) {
            slot.value = None;
            slot.generation = slot.generation.wrapping_add(1);
            self.free.push(index_of(handle));
        }
    }

    fn slot(&mut self, handle: f64) -> Option<&mut Slot<T>> {
        let index = index_of(handle);
        let slot = self.slots.get_mut(index as usize)?;
        (f64::from(slot.generation) * SPAN + f64::from(index) == handle).then_some(slot)
    }
}

/// What one generation is worth; an index is below it, and the largest handle is a safe integer.
const SPAN: f64 = (1_u32 << 20) as f64;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index is below 2^20")]
fn index_of(handle: f64) -> u32 {
    (handle % SPAN) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_handle_never_means_a_newer_value() {
        let mut slab = Slab::new();
        let first = slab.insert('a').unwrap();
        slab.remove(first);
        let second = slab.insert('b').unwrap();
        assert_ne!(first, second);
        assert_eq!(slab.get_mut(first), None);
        assert_eq!(slab.get_mut(second), Some(&mut 'b'));
        slab.remove(first);
        assert_eq!(slab.get_mut(second), Some(&mut 'b'));
    }

    #[test]
    fn a_freed_slot_is_used_again() {
        let mut slab = Slab::new();
        for _ in 0..100_000 {
            let handle = slab.insert(()).unwrap();
            slab.remove(handle);
        }
        assert_eq!(slab.slots.len(), 1);
    }

    #[test]
    fn no_number_is_a_handle_by_accident() {
        let mut slab = Slab::new();
        slab.insert(()).unwrap();
        for handle in [f64::NAN, f64::INFINITY, -1.0, 0.5, 1.0, SPAN, 1e300] {
            assert_eq!(slab.get_mut(handle), None, "{handle}");
        }
    }
}
