import type { Redis } from "ioredis";
import type { ArchiveReader } from "../../store/changes/archive-reader.ts";
import { ChangeFeed } from "../../store/changes/change-feed.ts";
import { FeedSegments } from "../../store/changes/feed-segments.ts";
import { ExportReads } from "../../store/exports/export-reads.ts";
import { ExportRuns } from "../../store/exports/export-runs.ts";
import { Exports } from "../../store/exports/exports.ts";
import { SentBatches } from "../../store/exports/sent-batches.ts";
import { WindowMarks } from "../../store/exports/window-marks.ts";
import { FileFeeds } from "../../store/feeds/file-feeds.ts";
import type { Keys } from "../../store/keys/keys.ts";
import type { Layout } from "../../store/layout/layout.ts";
import { StoreLists } from "../../store/lists/store-lists.ts";
import { WishlistIndex } from "../../store/lists/wishlist-index.ts";
import { IndexReads } from "../../store/maintenance/index-reads.ts";
import { Owners } from "../../store/owners/owners.ts";
import type { PasswordCost } from "../../store/owners/password.ts";
import { DeadLetters } from "../../store/partition/dead-letters.ts";
import { IdempotencyKeys } from "../../store/partition/idempotency.ts";
import { Erasures } from "../../store/privacy/erasures.ts";
import { PrivacyLog } from "../../store/privacy/privacy-log.ts";
import { Redactions } from "../../store/privacy/redactions.ts";
import { AlertLedger } from "../../store/read/alert-ledger.ts";
import { Customers } from "../../store/read/customers.ts";
import { Guests } from "../../store/read/guests.ts";
import { Orders } from "../../store/read/orders.ts";
import { Products } from "../../store/read/products.ts";
import { Shares } from "../../store/read/shares.ts";
import { Wishes } from "../../store/read/wishes.ts";
import { Wishlists } from "../../store/read/wishlists.ts";
import type { OnUndecodable } from "../../store/records/undecodable.ts";
import type { StoreClock } from "../../store/redis/clock.ts";
import { References } from "../../store/references/references.ts";
import { CounterReader } from "../../store/reports/counter-reader.ts";
import { ReportCounters } from "../../store/reports/counters.ts";
import type { Vault } from "../../store/secrets/vault.ts";
import { AuditLog } from "../../store/tenants/audit-log.ts";
import { Shops } from "../../store/tenants/shops.ts";
import { StoredBytes } from "../../store/tenants/stored-bytes.ts";
import { StoredCount } from "../../store/tenants/stored-count.ts";
import { Tenants } from "../../store/tenants/tenants.ts";
import { PendingStock } from "../../store/waiting/pending-stock.ts";
import { WaitingLists } from "../../store/waiting/waiting-lists.ts";
import { WaitingOrders } from "../../store/waiting/waiting-orders.ts";
import { Endpoints } from "../../store/webhooks/endpoints.ts";
import { WebhookBodies } from "../../store/webhooks/webhook-bodies.ts";
import { FlagResets } from "../../store/work/flag-resets.ts";
import { OpenWorks } from "../../store/work/open-work.ts";
import { ServersHistory } from "../../store/work/servers-history.ts";
import { WaveRounds } from "../../store/work/wave-rounds.ts";
import { Waves } from "../../store/work/waves.ts";

interface StoresOptions {
  keys: Keys;
  layout: Layout;
  vault: Vault;
  clock: StoreClock;
  /** Reads older changes; the same for all connections. */
  archive: ArchiveReader;
  /** How long a claim of a reference is valid if no record confirms it, in milliseconds. */
  claimLifetimeMs: number;
  /** Minimum number of wishes of a divided waiting list. */
  waitingListLength: number;
  /** The cost of new passwords; undefined for the default. */
  passwordCost: PasswordCost | undefined;
  /** Called with a record that cannot be decoded; readers of many records skip it. */
  onUndecodable: OnUndecodable;
}

/**
 * Creates every repository over one connection. This is cheap, so each connection of a process has its own set. A
 * caller chooses a connection by whether its calls may be sent again, and by the calls that it must not wait for.
 */
export function openStores(redis: Redis, options: StoresOptions) {
  const { keys, layout, vault, clock, archive, claimLifetimeMs, waitingListLength, onUndecodable } = options;
  const references = new References(redis, keys, layout, claimLifetimeMs);
  const products = new Products(redis, keys, layout, references);
  return {
    redis,
    alerts: new AlertLedger(redis, keys, onUndecodable),
    auditLog: new AuditLog(redis, keys, clock.now, { onUndecodable }),
    changes: new ChangeFeed(redis, keys, layout, archive),
    customers: new Customers(redis, keys, layout),
    deadLetters: new DeadLetters(redis, keys, layout.partitions),
    erasures: new Erasures(redis, keys, layout),
    endpoints: new Endpoints(redis, keys, vault, onUndecodable, clock.now),
    exportReads: new ExportReads(redis, keys, layout, products, onUndecodable),
    exportRuns: new ExportRuns(redis, keys, onUndecodable, clock.now),
    exports: new Exports(redis, keys, vault, onUndecodable, clock.now),
    feedSegments: new FeedSegments(redis, keys, layout),
    fileFeeds: new FileFeeds(redis, keys, layout, clock.now, onUndecodable),
    flagResets: new FlagResets(redis, keys),
    windowMarks: new WindowMarks(redis, keys),
    guests: new Guests(redis, keys, onUndecodable),
    idempotencyKeys: new IdempotencyKeys(redis, keys, layout),
    indexReads: new IndexReads(redis, keys),
    openWorks: new OpenWorks(redis, keys),
    orders: new Orders(redis, keys, layout, onUndecodable),
    owners: new Owners(redis, keys, options.passwordCost, onUndecodable),
    pendingStock: new PendingStock(redis, keys, layout, onUndecodable),
    privacyLog: new PrivacyLog(redis, keys, onUndecodable),
    products,
    redactions: new Redactions(redis, keys, onUndecodable),
    references,
    serversHistory: new ServersHistory(redis, keys),
    sentBatches: new SentBatches(redis, keys),
    shares: new Shares(redis, keys, layout.partitions),
    shops: new Shops(redis, keys, vault, onUndecodable, clock.now),
    storeLists: new StoreLists(redis, keys, layout.partitions, onUndecodable),
    storedBytes: new StoredBytes(redis, keys, layout.partitions),
    storedCount: new StoredCount(redis, keys, layout.partitions, { onUndecodable }),
    counterReader: new CounterReader(redis, keys, layout),
    counters: new ReportCounters(redis, keys, layout),
    tenants: new Tenants(redis, keys, vault, onUndecodable, clock.now),
    waitingLists: new WaitingLists(redis, keys, layout, waitingListLength),
    waitingOrders: new WaitingOrders(redis, keys, layout),
    waveRounds: new WaveRounds(redis, keys),
    waves: new Waves(redis, keys, onUndecodable),
    webhookBodies: new WebhookBodies(redis, keys),
    wishlistIndex: new WishlistIndex(redis, keys),
    wishes: new Wishes({ redis, keys, onUndecodable }),
    wishlists: new Wishlists(redis, keys, layout.partitions),
  };
}

/** All repositories over one connection. */
export type Stores = ReturnType<typeof openStores>;
