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

/** Redis errors carry their command with all its arguments, which are customers' data: only these members are logged. */
function describeError(err: unknown): unknown {
  if (!(err instanceof Error)) return err;
  const { type, message, stack, code }: SerializedError & { code?: unknown } = stdSerializers.err(err);
  // The library's words name a setting of its own; which server is away, another line says.
  if (wasNeverSent(err)) return { type, message: "there is no connection to Redis" };
  return { type, message, ...defined({ code }), stack };
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
