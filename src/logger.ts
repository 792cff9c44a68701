import {
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
  type SerializedError,
  stdSerializers,
} from "pino";
import { defined } from "./collections/defined.ts";
import { lostConnectionText, wasRefused } from "./store/redis/failures.ts";

const messageOf = (err: Error): string => lostConnectionText(err) ?? err.message;

/** Returns the messages of the errors in an {@link AggregateError}, without duplicates. */
const causesOf = (err: Error): string[] | undefined =>
  err instanceof AggregateError
    ? [
        ...new Set(
          err.errors.map((each: unknown) => (each instanceof Error ? messageOf(each) : String(each))),
        ),
      ]
    : undefined;

/**
 * Picks the members of an error to log. Errors of Redis also have the command with all its arguments, which are
 * customers' data.
 */
function describeError(err: unknown): unknown {
  if (!(err instanceof Error)) return err;
  const { type, message, stack, code }: SerializedError & { code?: unknown } = stdSerializers.err(err);
  // The connection logs an error of its own, which names the server. The stack of such a call is that of a socket.
  const lost = lostConnectionText(err);
  if (lost !== undefined) return { type, message: lost };
  // Its stack is that of the parser of replies.
  if (wasRefused(err)) return { type, message };
  return { type, message, ...defined({ code, causes: causesOf(err) }), stack };
}

/** Returns a stream that formats the log for people; undefined without a terminal or without pino-pretty. */
export async function terminalStream(): Promise<DestinationStream | undefined> {
  if (!process.stdout.isTTY) return undefined;
  // Only installed with the packages for development.
  const found = await import("pino-pretty").catch(() => undefined);
  if (!found) return undefined;
  const destination = pino.destination({ dest: 1, sync: true });
  // The terminal was closed: nobody reads the log any more, and the service stops in order.
  destination.on("error", () => undefined);
  return found.default({ ignore: "pid,hostname", destination });
}

/** Creates the logger. It writes JSON lines to `destination`, or to standard output. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid },
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  return destination ? pino(options, destination) : pino(options);
}
