/** Returns the numbers from 0 to `count` - 1. */
export const numbersBelow = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
