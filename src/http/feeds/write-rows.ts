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

/** Writes the rows of a feed's request, each on its own. */
export async function writeRows(
  writes: Writes,
  { body, idempotency }: ApiRequest<object>,
  name: string,
  write: (row: unknown, send: Send) => Promise<object>,
): Promise<Answer> {
  const { result, replayed } = await writes.submitMany(idempotency, (send) =>
    inOrder(rowsOf(body, name), WRITTEN_AT_ONCE, (row, i) => {
      let part = 0;
      return write(row, (plan) => send(plan, i + MOST_ROWS * part++));
    }),
  );
  return presentWrite(202, {
    ok: true,
    json: JSON.stringify({ results: result }),
    ...(replayed ? { replayed } : {}),
  });
}
