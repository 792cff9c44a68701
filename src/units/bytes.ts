/** A megabyte in bytes, as in settings and messages. */
export const MB = 1_000_000;
