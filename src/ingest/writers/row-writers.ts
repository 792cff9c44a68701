import { bodyOf, type Rejection } from "../../actors/reply.ts";
import type { Send } from "../../actors/send.ts";
import type { FeedKind } from "../../store/feeds/feed-record.ts";
import type { Erasures } from "../../store/privacy/erasures.ts";
import type { Customers } from "../../store/read/customers.ts";
import { storedRefusal } from "../budgets/stored-budget.ts";
import { type FieldError, Problem } from "../problem.ts";
import { type CustomerInput, planCustomer, readCustomer } from "../read/customers.ts";
import { type ReadOrder, readOrder } from "../read/orders.ts";
import { type ReadProduct, readProduct } from "../read/products.ts";
import { readStock } from "../read/stock.ts";
import { fieldsOf, ignoredIn, invalidRow, type RowError, textIn } from "../rows.ts";
import type { Targets } from "../targets.ts";
import type { StockFeedRow } from "../variant-finder.ts";
import { ERASED, isErasedSince } from "./erased-row.ts";
import type { Feeds, FeedTarget } from "./feeds.ts";
import { inOrder } from "./in-order.ts";
import type { StockFeed } from "./stock-feed.ts";
import { writeInOrder } from "./write-in-order.ts";

/** Result of a row, with its names and ids. */
export interface RowResult {
  status: string;
  error?: RowError;
  /** Invalid members; the row was written without them. */
  ignored?: FieldError[];
  [name: string]: unknown;
}

const NO_CUSTOMER = { code: "ResourceNotFound", detail: "There is no such customer." };

/** How rows are written. */
interface WriteContext {
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
interface RowWriter<Read> {
  /**
   * Reads a row and normalises its values, so it must be called only once per row. Returns the result of the row if it
   * is invalid.
   */
  read: (row: unknown) => Read | { refusal: RowResult };
  /** Every name by which another row could name the same entity. */
  subjectsOf: (read: Read, target: FeedTarget) => Promise<string[]> | string[];
  /** Writes a row. Throws if the row was not written, but is not invalid. */
  write: (read: Read, target: FeedTarget, send: Send) => Promise<RowResult>;
}

const oneByOne =
  <Read extends object>({ read, subjectsOf, write }: RowWriter<Read>): WriteRows =>
  (rows, context) =>
    writeInOrder(rows.map(read), context.concurrency, {
      subjectsOf: (row) => ("refusal" in row ? [] : subjectsOf(row, context.target)),
      write: async (row, index) =>
        "refusal" in row
          ? row.refusal
          : attempt(context, () => write(row, context.target, context.sendFor(index)), rejected),
    });

/** Calls `write`. If the actor fails and the context skips failures, returns the result of `reject`. */
async function attempt<T>(
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

const rejected = (error: RowError): RowResult => ({ status: "rejected", error });

/**
 * Returns the result of a row that an actor refused.
 *
 * @throws {Problem} if the row is not the reason: the request must be sent again
 */
function refused({ code, detail, path }: Pick<Rejection, "detail" | "path"> & { code: string }): RowResult {
  if (code === "Internal") throw new Problem("Internal");
  const errors = path === undefined ? {} : { errors: [{ path, message: detail }] };
  return rejected({ code, detail, ...errors });
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

/** Returns the ids of a refused row, as far as they are texts. */
function nameOf(row: unknown): { id?: string; svc_customer_id?: string } {
  const { id, svc_customer_id } = fieldsOf(row);
  return {
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof svc_customer_id === "string" ? { svc_customer_id } : {}),
  };
}

/** Returns the e-mail address and the phone number of a customer, in the form in which they are compared. */
const contactsIn = ({ email, phone }: Pick<CustomerInput, "email" | "phone">): string[] => [
  ...(email ? [`email ${email.toLowerCase()}`] : []),
  ...(phone ? [`phone ${phone}`] : []),
];

const orderWriter = (feeds: Feeds): RowWriter<ReadOrder> => ({
  read(row) {
    const read = readOrder(row);
    if (!("error" in read)) return read;
    const orderRef = textIn(row, "orderRef") ?? textIn(row, "id");
    return { refusal: { orderRef, ...rejected(read.error) } };
  },

  subjectsOf: ({ order }) => [order.orderRef],

  async write({ order, ignored }, target, send) {
    const reply = await feeds.putOrder(target, order, send);
    return reply.ok
      ? { ...bodyOf(reply), ...ignoredIn(ignored) }
      : { orderRef: order.orderRef, ...refused(reply) };
  },
});

const productWriter = (feeds: Feeds): RowWriter<ReadProduct> => ({
  read(row) {
    const read = readProduct(row);
    if (!("error" in read)) return read;
    const productRef = textIn(row, "productRef") ?? textIn(row, "id");
    return { refusal: { productRef, ...rejected(read.error) } };
  },

  subjectsOf: ({ product }) => [product.productRef],

  async write(read, target, send) {
    const reply = await feeds.putProduct(target, read, send);
    return reply.ok
      ? { ...bodyOf(reply), ...ignoredIn(read.ignored) }
      : { productRef: read.product.productRef, ...refused(reply) };
  },
});

interface CustomerWriterParts {
  targets: Pick<Targets, "customer" | "newCustomer">;
  customers: Pick<Customers, "at">;
  erasures: Pick<Erasures, "since">;
}

/**
 * Returns the slot of a row's customer, the references that the row takes, and those that it may release for another
 * row.
 */
async function customerSubjects(
  { targets, customers }: CustomerWriterParts,
  body: CustomerInput,
  { storeKey }: FeedTarget,
): Promise<string[]> {
  const { id: ref, svc_customer_id: id, email, phone } = body;
  const address = id || ref ? targets.customer(storeKey, id ? { id } : { ref }) : undefined;
  const isContactGiven = email !== undefined || phone !== undefined;
  const before = address && isContactGiven ? await customers.at(address) : undefined;
  return [...(address ? [address.slot] : []), ...contactsIn(body), ...(before ? contactsIn(before) : [])];
}

function customerWriter(parts: CustomerWriterParts): RowWriter<{ body: CustomerInput }> {
  const { targets, erasures } = parts;
  const wasErased = isErasedSince(targets, erasures);
  return {
    read(row) {
      const read = readCustomer(row);
      return "errors" in read ? { refusal: { ...nameOf(row), ...rejected(invalidRow(read.errors)) } } : read;
    },

    subjectsOf: ({ body }, target) => customerSubjects(parts, body, target),

    async write({ body }, { storeKey, arrivedTime }, send) {
      const isErased = () => wasErased(storeKey, body, arrivedTime);
      if (await isErased()) return { ...nameOf(body), ...rejected(ERASED) };
      const plan = planCustomer(targets, "UpsertCustomer", storeKey, body);
      if (!plan) return { ...nameOf(body), ...rejected(NO_CUSTOMER) };
      const reply = await send(plan);
      if (!reply.ok) return { ...nameOf(body), ...refused(reply) };
      const { id, svc_customer_id = "" } = bodyOf(reply);
      // An erasure that began after the check above may have missed the customer that was created since.
      const address = targets.customer(storeKey, { id: svc_customer_id });
      if (address && reply.created && (await isErased())) {
        const { partition, slot, key } = address;
        const command = { type: "DeleteCustomer" as const, storeKey, slot, key, id: svc_customer_id };
        const deleted = await send({ partition, command: { ...command, withWishlists: true } });
        if (!deleted.ok && deleted.code !== "ResourceNotFound")
          return { ...nameOf(body), ...refused(deleted) };
        return { ...nameOf(body), ...rejected(ERASED) };
      }
      const status = reply.created ? "created" : reply.unchanged ? "unchanged" : "updated";
      return { id, svc_customer_id, status };
    },
  };
}

interface WriterParts extends CustomerWriterParts {
  feeds: Feeds;
  stockFeed: StockFeed;
}

/** Returns the writers of all kinds of feeds, for requests and files. */
export const rowWriters = (parts: WriterParts): Record<FeedKind, WriteRows> => ({
  orders: oneByOne(orderWriter(parts.feeds)),
  products: oneByOne(productWriter(parts.feeds)),
  "stock-levels": writeStock.bind(undefined, parts.stockFeed),
  customers: oneByOne(customerWriter(parts)),
});

/** Writes rows of stock. Rows about the same product are written together. */
async function writeStock(
  stockFeed: StockFeed,
  rows: readonly unknown[],
  context: WriteContext,
): Promise<RowResult[]> {
  const results = new Array<RowResult>(rows.length);
  const readable: { index: number; row: StockFeedRow }[] = [];
  for (const [index, row] of rows.entries()) {
    const read = readStock(row);
    if ("error" in read) results[index] = rejected(read.error);
    else readable.push({ index, row: read });
  }
  const groups = await stockFeed.groups(
    context.target,
    readable.map(({ row }) => row),
  );
  await inOrder(groups, context.concurrency, async (group) => {
    const indexes = group.indexes.map((i) => readable[i]?.index ?? 0);
    const write = async () => {
      const outcomes = await group.write(context.sendFor(indexes[0] ?? 0));
      return outcomes.map((outcome) => ("error" in outcome ? refused(outcome.error) : outcome));
    };
    const written = await attempt(context, write, (error) => indexes.map(() => rejected(error)));
    for (const [i, result] of written.entries()) results[indexes[i] ?? 0] = result;
  });
  return results;
}
