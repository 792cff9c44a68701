import { createRequire } from "node:module";
import {
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
  type SerializedError,
  stdSerializers,
} from "pino";
import { defined } from "./store/defined.ts";
import { wasNeverSent } from "./store/redis/failures.ts";

/** The message of an error. The library's message for a missing connection names one of its own options. */
const messageOf = (err: Error): string =>
  wasNeverSent(err) ? "there is no connection to Redis" : err.message;

/** The messages of the errors that an {@link AggregateError} stands for, each text once. */
const causesOf = (err: Error): string[] | undefined =>
  err instanceof AggregateError
    ? [
        ...new Set(
          err.errors.map((each: unknown) => (each instanceof Error ? messageOf(each) : String(each))),
        ),
      ]
    : undefined;

/** Redis errors have their command with all arguments, which are customers' data: only these members are logged. */
function describeError(err: unknown): unknown {
  if (!(err instanceof Error)) return err;
  const { type, message, stack, code }: SerializedError & { code?: unknown } = stdSerializers.err(err);
  // The connection's own error, on another line, names the server.
  if (wasNeverSent(err)) return { type, message: messageOf(err) };
  return { type, message, ...defined({ code, causes: causesOf(err) }), stack };
}

/** Whether the logs are read by a person, on a machine with the package that makes them readable. */
function isForPeople(): boolean {
  if (!process.stdout.isTTY) return false;
  try {
    createRequire(import.meta.url).resolve("pino-pretty");
    return true;
  } catch {
    return false;
  }
}

/** JSON lines on standard output, readable ones on a terminal; or JSON lines on `destination`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid },
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  if (destination) return pino(options, destination);
  return pino({
    ...options,
    ...(isForPeople()
      ? { transport: { target: "pino-pretty", options: { ignore: "pid,hostname" } }, formatters: {} }
      : {}),
  });
}
