import fc from "fast-check";

/** The range of surrogates, which no valid text has alone. */
const [FIRST_HALF, LAST_HALF] = [0xd800, 0xdfff];
const HALVES = LAST_HALF - FIRST_HALF + 1;
const LAST = 0x10ffff;

/** Any character of Unicode; control characters are more frequent. */
const character = fc
  .integer({ min: 0, max: LAST - HALVES })
  .map((n) => String.fromCodePoint(n < FIRST_HALF ? n : n + HALVES));

/**
 * Returns text of any characters. The unit `binary` of fast-check does the same, but takes a second in each process.
 */
export const anyText = (constraints: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...constraints });
