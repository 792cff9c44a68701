import { createReadStream } from "node:fs";
import { text as textOf } from "node:stream/consumers";
import { UsageError } from "../../src/command-line.ts";
import { type CliContext, CliError, type CliInput } from "./command.ts";

/** Options of every command that takes a secret. */
export const secretOptions = {
  secret: {
    type: "string",
    help: "the secret itself, which is visible in the list of processes; prefer --secret-file",
  },
  "secret-file": { type: "string", help: "file with the secret, or - for standard input" },
} as const;

/** Text that a person could type. Other bytes are a mistake, such as the mark that some editors put before a text. */
const PRINTABLE = /^[\x21-\x7E]{1,500}$/;
const MAX_BYTES = 64 * 1024;

/** The secret that a command gets. A line break at its end is removed. */
export async function secretOf(
  { input }: Pick<CliContext, "input">,
  { options: { secret, "secret-file": file } }: CliInput,
): Promise<string> {
  if (typeof secret === "string" && typeof file === "string")
    throw new UsageError("use --secret or --secret-file, not both");
  const given = typeof file === "string" ? (await read(file, input)).replace(/\r?\n$/, "") : secret;
  if (typeof given !== "string") throw new UsageError("--secret or --secret-file is required");
  if (given === "") throw new CliError("the secret is empty");
  if (!PRINTABLE.test(given))
    throw new CliError("the secret must be one line of up to 500 printable ASCII characters without spaces");
  return given;
}

async function read(file: string, input: () => NodeJS.ReadableStream): Promise<string> {
  try {
    return await textOf(file === "-" ? input() : createReadStream(file, { end: MAX_BYTES }));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(`the secret cannot be read: ${reason}`, { cause });
  }
}
