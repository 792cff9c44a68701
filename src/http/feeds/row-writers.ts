import { MAX_LOCATIONS } from "../../actors/catalogue/availability.ts";
import type { Feeds, FeedTarget, Send } from "../../actors/feeds.ts";
import type { Rejection, Reply } from "../../actors/messages.ts";
import type { FeedKind } from "../../store/file-feeds.ts";
import { Problem } from "../problem.ts";
import type { Targets } from "../targets.ts";
import { planCustomer, readCustomer } from "./customers.ts";
import { readOrder } from "./orders.ts";
import { readProduct } from "./products.ts";
import { invalidRow, namedBy, type RowError, textIn } from "./rows.ts";
import { readStock } from "./stock.ts";

/** What became of a row, with the names and ids of what it is about. */
export interface RowResult {
  status: string;
  error?: RowError;
  [name: string]: unknown;
}

/** What a feed does with its rows. */
export interface RowWriter {
  /** What a row is about, under every name that another row about the same would give. */
  subjectsOf: (row: unknown, target: FeedTarget) => Promise<string[]> | string[];
  /** Throws where it is not the row's fault that it was not written. */
  write: (row: unknown, target: FeedTarget, send: Send) => Promise<RowResult>;
}

const rejected = (error: RowError): RowResult => ({ status: "rejected", error });

/** The result of a row that an actor refused. Throws where it is not the row's fault: all is to be sent again. */
function refused({ code, detail, path }: Rejection): RowResult {
  if (code === "Internal") throw new Problem("Internal");
  const errors = path === undefined ? {} : { errors: [{ path, message: detail }] };
  return rejected({ code, detail, ...errors });
}

const bodyOf = (reply: Reply & { ok: true }) => JSON.parse(reply.json ?? "{}") as RowResult;

/** How a row that was refused names itself, as far as that makes sense. */
function nameOf(row: unknown): { id?: string; svc_customer_id?: string } {
  const { id, svc_customer_id } = (row ?? {}) as Record<string, unknown>;
  return {
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof svc_customer_id === "string" ? { svc_customer_id } : {}),
  };
}

/** Writes the rows of every kind of feed: the same for requests and for files. */
export function rowWriters({
  feeds,
  targets,
}: {
  feeds: Feeds;
  targets: Targets;
}): Record<FeedKind, RowWriter> {
  return {
    orders: {
      subjectsOf: namedBy("orderRef", "id"),

      async write(row, { scope }, send) {
        const read = readOrder(row);
        if ("error" in read) {
          const orderRef = textIn(row, "orderRef") ?? textIn(row, "id");
          return { orderRef, ...rejected(read.error) };
        }
        const reply = await feeds.putOrder(scope, read.order, send);
        return reply.ok ? bodyOf(reply) : { orderRef: read.order.orderRef, ...refused(reply) };
      },
    },

    products: {
      subjectsOf: namedBy("productRef", "id"),

      async write(row, target, send) {
        const read = readProduct(row);
        if ("error" in read) {
          const productRef = textIn(row, "productRef") ?? textIn(row, "id");
          return { productRef, ...rejected(read.error) };
        }
        const reply = await feeds.putProduct(target, read, send);
        return reply.ok ? bodyOf(reply) : { productRef: read.product.productRef, ...refused(reply) };
      },
    },

    "stock-levels": {
      subjectsOf: (row, { scope }) => {
        const read = readStock(row);
        return "error" in read ? [] : feeds.variantsMeant(scope, read.names);
      },

      async write(row, target, send) {
        const read = readStock(row);
        if ("error" in read) return rejected(read.error);
        const outcome = await feeds.setStock(target, read, send);
        if (outcome === "unknown")
          return rejected({ code: "ResourceNotFound", detail: "There is no such variant." });
        if (outcome === "full")
          return rejected({
            code: "LimitExceeded",
            detail: `A variant has at most ${MAX_LOCATIONS} locations.`,
          });
        if (typeof outcome === "string") return { status: outcome };
        return outcome.ok ? { status: "applied" } : refused(outcome);
      },
    },

    customers: {
      subjectsOf: (row) => ["id", "svc_customer_id", "email", "phone"].flatMap((name) => namedBy(name)(row)),

      async write(row, { scope }, send) {
        const read = readCustomer(row);
        if ("errors" in read) return { ...nameOf(row), ...rejected(invalidRow(read.errors)) };
        const plan = planCustomer(targets, "UpsertCustomer", scope, read.body);
        if (!plan)
          return {
            ...nameOf(row),
            ...rejected({ code: "ResourceNotFound", detail: "There is no such customer." }),
          };
        const reply = await send(plan);
        if (!reply.ok) return { ...nameOf(row), ...refused(reply) };
        const { id, svc_customer_id } = JSON.parse(reply.json ?? "{}") as Record<string, string>;
        const status = reply.created ? "created" : reply.unchanged ? "unchanged" : "updated";
        return { id, svc_customer_id, status };
      },
    },
  };
}
