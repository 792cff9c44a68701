import type { Acceptance, Rejection, Reply } from "../../actors/reply.ts";
import { storedRefusal } from "../../ingest/budgets/stored-budget.ts";
import { Problem, type ProblemOptions } from "../../ingest/problem.ts";
import { defined } from "../../store/defined.ts";
import type { Answer } from "../answer.ts";
import { REPLAYED } from "../idempotency/key-claims.ts";
import type { RefusalStatuses } from "../route.ts";

/** The problem for an actor's refusal. The status is the one that the interface lists for the endpoint. */
function problemOf(rejection: Rejection, statuses: RefusalStatuses): Problem {
  const { code, detail, path } = rejection;
  if (code === "BudgetExceeded") return storedRefusal(detail);
  const options: ProblemOptions = { detail };
  if (path !== undefined) options.errors = [{ path, message: detail }];
  if (code === "InvalidInput" || code === "LimitExceeded") options.status = statuses.invalid;
  if (code === "DuplicateReference") options.status = statuses.duplicate;
  return new Problem(code, options);
}

/** What an actor accepted, or the problem of its refusal. */
export function accepted(
  reply: Reply,
  statuses: RefusalStatuses,
): Omit<Acceptance, "body"> & { json?: string; replayed?: true } {
  if (reply.ok) return reply;
  const problem = problemOf(reply, statuses);
  if (reply.replayed) Object.assign(problem.headers, REPLAYED);
  throw problem;
}

/** The answer to an accepted write. */
export function presentWrite(
  status: number,
  { json, version, replayed }: ReturnType<typeof accepted>,
  headers: Record<string, string> = {},
): Answer {
  return {
    status,
    ...defined({ body: json }),
    version,
    headers: { "Cache-Control": "no-store", ...headers, ...(replayed ? REPLAYED : {}) },
  };
}

/** The answer to a read. It may be cached, but must be revalidated each time. */
export function presentRead(body: string | Buffer, version?: string): Answer {
  return { status: 200, body, version, headers: { "Cache-Control": "private, no-cache" } };
}
