/** The code of an error of Node or of a library, such as `ENOENT`; undefined where it has none. */
export const codeOf = (err: unknown): string | undefined =>
  err instanceof Error && "code" in err && typeof err.code === "string" ? err.code : undefined;
