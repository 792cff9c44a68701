import { parseArgs, type ParseArgsConfig } from "node:util";

/** Thrown for a command line that a program does not accept. The message is one sentence for the caller. */
export class UsageError extends Error {}

/** The exit code of a program after a {@link UsageError}. */
export const USAGE_EXIT_CODE = 2;

/**
 * Reads the arguments of a program, as `parseArgs` of Node.js does.
 *
 * @param helpCall - the call that shows the usage; the message of an error ends with it
 * @throws UsageError for an unknown option, one that is given twice or without its value, or an unexpected argument
 */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
  helpCall: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    const { tokens = [] } = parseArgs<ParseArgsConfig>({ ...config, tokens: true });
    const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    const twice = names.find((name, i) => names.indexOf(name) < i);
    // The caller may believe that both values count.
    if (twice !== undefined)
      throw new UsageError(`Option '--${twice}' is given more than once; ${helpCall} shows the usage`);
    return parseArgs(config);
  } catch (err) {
    if (!(err instanceof Error && "code" in err && String(err.code).startsWith("ERR_PARSE_ARGS"))) throw err;
    // Later sentences only explain arguments that start with a dash.
    const [sentence = ""] = err.message.split(/\.?\n|\. |\.$/);
    throw new UsageError(`${sentence}; ${helpCall} shows the usage`);
  }
}
