import type { Logger } from "pino";
import type { PersonalData } from "../../actors/privacy/personal-data.ts";
import type { Reply } from "../../actors/reply.ts";
import type { Send } from "../../actors/runtime/send.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { PrivacyLog } from "../../store/privacy/privacy-log.ts";
import type { Redaction, Redactions } from "../../store/privacy/redactions.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Shop, Shops } from "../../store/tenants/shops.ts";
import { storedRefusal } from "../budgets/stored-budget.ts";
import { type FieldError, Problem } from "../problem.ts";
import { ignoredError, refusedRow, type RowError } from "../rows.ts";
import type { SentNames } from "../sent-names.ts";
import type { Targets } from "../targets.ts";
import type { Feeds, FeedTarget } from "../writers/feeds.ts";
import type { StockFeed } from "../writers/stock-feed.ts";

/** The dependencies of the handlers of Shopify's topics. */
export interface TopicParts {
  shops: Shops;
  feeds: Feeds;
  stockFeed: StockFeed;
  layout: Layout;
  targets: Targets;
  personalData: PersonalData;
  /**
   * Sends commands without an idempotency key. Which commands an erasure needs depends on what is left: under keys, a
   * repeated erasure would get the answers of other commands.
   */
  sendWithoutKey: Send;
  privacyLog: PrivacyLog;
  redactions: Redactions;
  /** How long a shop's redaction can be cancelled, in milliseconds. */
  redactGraceMs: number;
  /** The clock of Redis. */
  now: Now;
  /** Schedules the execution of a redaction. */
  scheduleRedaction: (redaction: Redaction) => Promise<void>;
  log: Logger;
}

/** The store that a webhook belongs to. */
interface TopicTarget extends FeedTarget {
  shop: Shop;
  /** The same for each delivery of a webhook; empty if the platform sends none. */
  webhookId: string;
  /** Whether an earlier delivery of the webhook was applied. */
  isDone: boolean;
  /** Whether the deletion of an unknown record must not be recorded, because the tenant has too many such records. */
  leavesNothing: boolean;
}

/** Applies a webhook. Resolves to the error if the payload is invalid. */
export type TopicHandler = (
  parts: TopicParts,
  target: TopicTarget,
  body: unknown,
  send: Send,
) => Promise<RowError | undefined>;

/**
 * Checks that a refusal is lasting. Otherwise the platform has to send the webhook again.
 *
 * @throws {Problem} `Internal` if the service failed, `BudgetExceeded` if the tenant has used up its stored bytes
 */
export function expectLasting(refusal: Pick<RowError, "code" | "detail">): void {
  if (refusal.code === "Internal") throw new Problem("Internal");
  if (refusal.code === "BudgetExceeded") throw storedRefusal(refusal.detail);
}

/** Returns why a command was refused, with the webhook's names of its fields; undefined if it was accepted. */
export function refusalIn(reply: Reply, sentNames: SentNames): RowError | undefined {
  if (reply.ok) return undefined;
  expectLasting(reply);
  return refusedRow(reply, sentNames);
}

/** Returns a warning about ignored members; undefined if there are none. */
export const partlyIgnored = (ignored: FieldError[]): RowError | undefined =>
  ignored.length > 0 ? ignoredError(ignored) : undefined;

/** Marks a deletion as a platform's, which is also recorded for an unknown record. */
export const tombstoneUnless = (leavesNothing: boolean) => (leavesNothing ? {} : { isNews: true as const });
