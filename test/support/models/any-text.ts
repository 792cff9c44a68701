import fc from "fast-check";

/** The numbers that stand for halves of characters, which no text has alone. */
const [FIRST_HALF, LAST_HALF] = [0xd800, 0xdfff];
const HALVES = LAST_HALF - FIRST_HALF + 1;
const LAST = 0x10ffff;

/** Any character of Unicode, those of control more often than others. */
const character = fc
  .integer({ min: 0, max: LAST - HALVES })
  .map((n) => String.fromCodePoint(n < FIRST_HALF ? n : n + HALVES));

/**
 * Text of any characters. The unit `binary` of fast-check is the same, but for a list of all characters that it makes in
 * each process, which takes a second.
 */
export const anyText = (constraints: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...constraints });
