import type { Send } from "../../actors/runtime/send.ts";
import { mappedInTurns } from "../../collections/in-turns.ts";
import { storedRefusal } from "../budgets/stored-budget.ts";
import { type FieldError, Problem } from "../problem.ts";
import { refusedRow, type RowError, type RowRefusal } from "../rows.ts";
import type { SentNames } from "../sent-names.ts";
import type { FeedTarget } from "./feeds.ts";
import { writeInOrder } from "./write-in-order.ts";

/** Result of a row, with its names and ids. */
export interface RowResult {
  status: string;
  error?: RowError;
  /** Invalid members; the row was written without them. */
  ignored?: FieldError[];
  [name: string]: unknown;
}

/** How rows are written. */
export interface WriteContext {
  target: FeedTarget;
  /** Sends the command of the row with this index. */
  sendFor: (index: number) => Send;
  /** Rows that are written at the same time. */
  concurrency: number;
  /**
   * Whether a row that fails in its actor is rejected, because it would fail again, and the other rows are written.
   * Otherwise all rows fail.
   */
  skipsFailures: boolean;
}

/**
 * Writes rows of a feed. Rows about the same entity are written in their order. Resolves to the results in the order of
 * the rows.
 */
export type WriteRows = (rows: readonly unknown[], context: WriteContext) => Promise<RowResult[]>;

/** Writes the rows of one kind, one by one. */
export interface RowWriter<Read> {
  /**
   * Reads a row and normalises its values, so it must be called only once per row. Returns the result of the row if it
   * is invalid.
   */
  read: (row: unknown) => Read | { refusal: RowResult };
  /** Every name that another row could use for the same entity. */
  subjectsOf: (read: Read, target: FeedTarget) => Promise<string[]> | string[];
  /**
   * Writes a row.
   *
   * @throws if the row was not written, but is not invalid
   */
  write: (read: Read, target: FeedTarget, send: Send) => Promise<RowResult>;
}

/** Number of rows that are read before other work of the process runs: a product may have thousands of variants. */
const READ_TOGETHER = 10;

/** Returns the function that writes rows with a writer. */
export const oneByOne =
  <Read extends object>({ read, subjectsOf, write }: RowWriter<Read>): WriteRows =>
  async (rows, context) =>
    writeInOrder(await mappedInTurns(rows, read, READ_TOGETHER), context.concurrency, {
      subjectsOf: (row) => ("refusal" in row ? [] : subjectsOf(row, context.target)),
      write: async (row, index) =>
        "refusal" in row
          ? row.refusal
          : attempt(context, () => write(row, context.target, context.sendFor(index)), rejected),
    });

/** Calls `write`. If the actor fails and the context skips failures, returns the result of `reject`. */
export async function attempt<T>(
  { skipsFailures }: WriteContext,
  write: () => Promise<T>,
  reject: (error: RowError) => T,
): Promise<T> {
  try {
    return await write();
  } catch (err) {
    if (!skipsFailures || !(err instanceof Problem) || err.code !== "Internal") throw err;
    return reject({ code: err.code, detail: err.detail });
  }
}

/** Returns the result of a row that was not written. */
export const rejected = (error: RowError): RowResult => ({ status: "rejected", error });

/**
 * Returns the result of a row that an actor refused. `sentNames` are the row's own names of its fields.
 *
 * @throws {Problem} if the row is not the reason: the request must be sent again
 */
export function refused(refusal: RowRefusal, sentNames: SentNames = {}): RowResult {
  if (refusal.code === "Internal") throw new Problem("Internal");
  return rejected(refusedRow(refusal, sentNames));
}

/**
 * Checks the results of a request.
 *
 * @throws {Problem} if no row was written because the tenant has used up its stored bytes: all rows must be sent
 *   again
 */
export function refuseUnwritten(results: readonly RowResult[]): void {
  const spent = results.find(({ error }) => error?.code === "BudgetExceeded");
  if (spent?.error && results.every(({ error }) => error)) throw storedRefusal(spent.error.detail);
}
