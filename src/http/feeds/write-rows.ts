import type { Send } from "../../actors/feeds.ts";
import type { Rejection } from "../../actors/messages.ts";
import type { Writes } from "../idempotency.ts";
import { inOrder } from "../in-order.ts";
import { presentWrite } from "../presenters/reply.ts";
import { Problem } from "../problem.ts";
import type { Answer, ApiRequest } from "../route.ts";
import { MOST_ROWS, rowsOf } from "./rows.ts";

/** Rows of one request that are written at the same time. */
const WRITTEN_AT_ONCE = 64;

/** The error of a row that an actor refused. Throws where it is not the row's fault: all is to be sent again. */
export function refusedRow({ code, detail, path }: Rejection) {
  if (code === "Internal") throw new Problem("Internal");
  const errors = path === undefined ? {} : { errors: [{ path, message: detail }] };
  return { status: "rejected", error: { code, detail, ...errors } };
}

/** What a feed does with its rows. */
export interface RowWriter {
  /** What a row is about, under every name that another row about the same would give. */
  subjectsOf: (row: unknown) => Promise<string[]> | string[];
  write: (row: unknown, send: Send) => Promise<object>;
}

/** Writes the rows of a feed's request, each on its own; those about the same thing one after the other. */
export async function writeRows(
  writes: Writes,
  { body, idempotency }: ApiRequest<object>,
  name: string,
  { subjectsOf, write }: RowWriter,
): Promise<Answer> {
  const rows = rowsOf(body, name);
  const { result, replayed } = await writes.submitMany(idempotency, async (send) => {
    const subjects =
      rows.length > 1 ? await inOrder(rows, WRITTEN_AT_ONCE, async (row) => subjectsOf(row)) : [];
    const latest = new Map<string, Promise<object>>();
    return inOrder(rows, WRITTEN_AT_ONCE, (row, i) => {
      const mine = subjects[i] ?? [];
      let part = 0;
      const done = Promise.all(mine.flatMap((subject) => latest.get(subject) ?? [])).then(() =>
        write(row, (plan) => send(plan, i + MOST_ROWS * part++)),
      );
      for (const subject of mine) latest.set(subject, done);
      return done;
    });
  });
  return presentWrite(202, {
    ok: true,
    json: JSON.stringify({ results: result }),
    ...(replayed ? { replayed } : {}),
  });
}
