/** The middle one; of two in the middle, the larger. The list is put in order. */
export const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
