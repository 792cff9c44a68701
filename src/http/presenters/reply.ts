import type { Acceptance, Rejection, Reply } from "../../actors/reply.ts";
import { defined } from "../../collections/defined.ts";
import { storedRefusal } from "../../ingest/budgets/stored-budget.ts";
import { Problem, type ProblemOptions } from "../../ingest/problem.ts";
import type { Answer } from "../answer.ts";
import { REPLAYED } from "../idempotency/key-claims.ts";
import type { RefusalStatuses } from "../route.ts";

/** Headers of an answer that no cache may keep. */
const NO_STORE = { "Cache-Control": "no-store" };

/** Converts a rejection by an actor to a problem, with the status that the API defines for the endpoint. */
function problemOf(rejection: Rejection, statuses: RefusalStatuses): Problem {
  const { code, detail, path } = rejection;
  if (code === "BudgetExceeded") return storedRefusal(detail);
  const options: ProblemOptions = { detail };
  if (path !== undefined) options.errors = [{ path, message: detail }];
  if (code === "InvalidInput" || code === "LimitExceeded") options.status = statuses.invalid;
  if (code === "DuplicateReference") options.status = statuses.duplicate;
  return new Problem(code, options);
}

/** Returns an accepted reply, or throws the problem of a rejection. */
export function accepted(
  reply: Reply,
  statuses: RefusalStatuses,
): Omit<Acceptance, "body"> & { json?: string; replayed?: true } {
  if (reply.ok) return reply;
  const problem = problemOf(reply, statuses);
  if (reply.replayed) Object.assign(problem.headers, REPLAYED);
  throw problem;
}

/** The result of a write. */
interface Written {
  /** The body of the answer; absent if it has none. */
  json?: string;
  version?: string;
  /** Whether an earlier request with the same key was completed. */
  replayed?: boolean;
}

/** Returns the answer to an accepted write. */
export function presentWrite(status: number, { json, version, replayed }: Written): Answer {
  return {
    status,
    ...defined({ body: json }),
    version,
    headers: { ...NO_STORE, ...(replayed ? REPLAYED : {}) },
  };
}

/** Returns the answer to a write that is not a command. */
export const presentChange = (
  status: number,
  body: object,
  headers: Record<string, string> = {},
): Answer => ({
  status,
  body: JSON.stringify(body),
  headers: { ...NO_STORE, ...headers },
});

/** Returns the answer to a read. It may be cached, but must be revalidated each time. */
export function presentRead(body: string | Buffer, version?: string): Answer {
  return { status: 200, body, version, headers: { "Cache-Control": "private, no-cache" } };
}
