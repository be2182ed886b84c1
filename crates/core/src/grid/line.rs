//! The slide of one row or column: the definition the fast forms are built from.

use crate::Size;

/// Exponents of a row or column, the cell nearest the wall first.
pub(crate) type Line = [u8; Size::MAX_SIDE];

/// Slides the first `len` cells towards index 0 and adds up the points.
///
/// Each tile merges at most once, the pair nearest the wall first.
pub(crate) const fn slide(line: Line, len: usize) -> (Line, u64) {
    let mut slid = [0; Size::MAX_SIDE];
    let mut filled = 0;
    let mut points = 0;
    // Whether the last tile laid down may still take part in a merge.
    let mut open = false;
    let mut i = 0;
    while i < len {
        let exponent = line[i];
        i += 1;
        if exponent == 0 {
            continue;
        }
        if open && slid[filled - 1] == exponent {
            slid[filled - 1] += 1;
            points += 1 << (exponent + 1);
            open = false;
        } else {
            slid[filled] = exponent;
            filled += 1;
            open = true;
        }
    }
    (slid, points)
}

#[cfg(test)]
mod tests {
    use super::slide;

    #[test]
    fn merges_follow_the_written_examples() {
        // 2 2 2 . -> 4 2 . .
        assert_eq!(slide([1, 1, 1, 0, 0, 0], 4), ([2, 1, 0, 0, 0, 0], 4));
        // 2 2 4 4 -> 4 8 . .
        assert_eq!(slide([1, 1, 2, 2, 0, 0], 4), ([2, 3, 0, 0, 0, 0], 12));
        // 4 2 2 . -> 4 4 . .
        assert_eq!(slide([2, 1, 1, 0, 0, 0], 4), ([2, 2, 0, 0, 0, 0], 4));
        // . 2 . 2 . 2 -> 4 2
        assert_eq!(slide([0, 1, 0, 1, 0, 1], 6), ([2, 1, 0, 0, 0, 0], 4));
        // Nothing beyond 131072 is special.
        assert_eq!(slide([17, 17, 0, 0, 0, 0], 4).0[0], 18);
    }
}
