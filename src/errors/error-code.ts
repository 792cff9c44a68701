/** Returns the code of an error of Node or of a library, such as `ENOENT`; undefined if it has none. */
export const codeOf = (err: unknown): string | undefined =>
  err instanceof Error && "code" in err && typeof err.code === "string" ? err.code : undefined;
