import { partitionTags } from "./partition-tags.ts";

/** A key of one store: kind and store come first, so that no value after them can change their meaning. */
const OF_STORE = /^\{(?!jobs\.)[^{}]+\}:[A-Za-z-]+:([a-z0-9-]+)\/[^:/]*(?::|$)/;
const ANSWERS = /^\{([^{}]+)\}:(?:kept|answers):(.*)$/s;
const PARTS = /^\{([^{}]+)\}:(.):(.*)$/s;
const WAITING = /^\{[^{}]+\}:waiting:([^:]*):(.*)$/s;
/** Begin of the tag of a partition that there is not, as the ids of callers may name: nothing is stored under it. */
const NOWHERE = "none.";

/** A text in a pattern of Redis that means nothing but itself. */
export const literal = (text: string) => text.replace(/[[\]*?\\]/g, "\\$&");

/** Indexes of all that a store has of one kind, each in the partitions of its records. */
export type StoreIndex = "wishlists" | EnteredIndex;

/** Those that are kept by the commit of the record. */
export type EnteredIndex = "customers" | "customer-names" | "orders" | "products" | "alerts" | "guests";

const tenantIn = (storeKey: string) => storeKey.slice(0, storeKey.indexOf("/"));

/**
 * Every Redis key of the service. The keys of a partition have a hash tag of their own, so that one script can change
 * them together, also on Redis Cluster. So have those of a queue, and what a tenant uses up or produces. The
 * configuration of all tenants has one: a change of it raises a version. Keys of single wishlists and customers have
 * one-letter names: there are millions of them.
 */
export class Keys {
  readonly #prefix: string;
  readonly #tags: readonly string[];
  readonly #partitions: ReadonlyMap<string, number>;

  /** @param partitions number of partitions: their hash tags follow from it */
  constructor(prefix: string, partitions: number) {
    this.#prefix = prefix;
    this.#tags = partitionTags(partitions);
    this.#partitions = new Map(this.#tags.map((tag, partition) => [tag, partition]));
  }

  /** What all keys start with. */
  get prefix() {
    return this.#prefix;
  }
  /** Hash: what was decided at the first start (number of partitions, salt, layout). */
  get meta() {
    return `${this.#prefix}meta`;
  }
  /** Sorted set: worker processes by the time of their last heartbeat. */
  get workers() {
    return `${this.#prefix}{workers}:alive`;
  }
  /** Stream: a word for the workers that the assignment changed. */
  get membership() {
    return `${this.#prefix}{workers}:news`;
  }
  /** Sorted set: processes that relay events, by the time of their last heartbeat. */
  get relays() {
    return `${this.#prefix}{relays}:alive`;
  }
  /** Sorted set: HTTP processes by the time of their last heartbeat. */
  get instances() {
    return `${this.#prefix}{nodes}:alive`;
  }

  /** What the keys of all job queues start with. */
  get everyJob() {
    return `${this.#prefix}{jobs`;
  }
  /** Prefix of the keys of a job queue. */
  jobs(queue: string) {
    return `${this.#prefix}{jobs.${queue}}`;
  }
  /** Sorted set: running jobs of a queue and a tenant, by the time their slots expire; expires. */
  slots(queue: string, tenant: string) {
    return `${this.jobs(queue)}:slots:${queue}:${tenant}`;
  }
  /** Sorted set: jobs of a queue that wait for a slot of their tenant, in their order; expires. */
  slotQueue(queue: string, tenant: string) {
    return `${this.jobs(queue)}:slot-queue:${queue}:${tenant}`;
  }
  /** Set: tenants with jobs of a queue that wait for a slot. */
  slotTenants(queue: string) {
    return `${this.jobs(queue)}:slot-tenants:${queue}`;
  }

  #of(tenant: string) {
    return `${this.#prefix}{tenant.${tenant}}:`;
  }
  #ofExport(id: string) {
    return `${this.#prefix}{export.${id}}:sent:`;
  }

  /** Set: ids of all tenants. */
  get tenants() {
    return `${this.#prefix}{tenants}:all`;
  }
  /** Counter: raised at each change of any tenant, so that caches know. */
  get tenantsVersion() {
    return `${this.#prefix}{tenants}:version`;
  }
  /** Hash: a tenant's record. */
  tenant(id: string) {
    return `${this.#prefix}{tenants}:tenant:${id}`;
  }
  /** Hash: a tenant's client credentials, by client id. */
  clients(tenant: string) {
    return `${this.#prefix}{tenants}:clients:${tenant}`;
  }
  /** Hash: a tenant's owners with their sessions, by id. */
  owners(tenant: string) {
    return `${this.#prefix}{owners:${tenant}}`;
  }
  /** Set: tenants at which an e-mail address signs in, by a digest of the address. */
  ownerTenants(digest: string) {
    return `${this.#prefix}owner-tenants:${digest}`;
  }
  /** Prefix of the counters of refused sign-ins. */
  get signInFailures() {
    return `${this.#prefix}sign-in-failures`;
  }
  /** Hash: shops whose webhooks are taken, by domain. */
  get shops() {
    return `${this.#prefix}{tenants}:shops`;
  }
  /** Hash: redactions of shops that were demanded, by domain. */
  get redactions() {
    return `${this.#prefix}{tenants}:redactions`;
  }
  /** Stream: requests under data protection law in a store, and their results; without personal data. */
  privacyLog(storeKey: string) {
    return `${this.#of(tenantIn(storeKey))}privacy:${storeKey}`;
  }
  /** Stream: what was done to a tenant, and by whom. */
  audit(tenant: string) {
    return `${this.#prefix}{tenants}:audit:${tenant}`;
  }
  /** Hash: how the actions of the audit log ended, by entry id. */
  auditOutcomes(tenant: string) {
    return `${this.#prefix}{tenants}:audit-outcomes:${tenant}`;
  }
  /** Hash: a store's webhook endpoints. */
  endpoints(storeKey: string) {
    return `${this.#prefix}{tenants}:endpoints:${storeKey}`;
  }
  /** Stream: outcomes of the deliveries to an endpoint. */
  deliveries(storeKey: string, endpoint: string) {
    return `${this.#of(tenantIn(storeKey))}deliveries:${storeKey}:${endpoint}`;
  }
  /** String: outcome of a batch of an export, `unknown` until there is an answer; expires. */
  sentBatch(exportId: string, batchId: string) {
    return `${this.#ofExport(exportId)}${batchId}`;
  }
  /** Pattern of what an export has noted of its batches, for SCAN. */
  everySentBatch(exportId: string) {
    return `${literal(this.#ofExport(exportId))}*`;
  }
  /** Set: stores that have exports. */
  get exporters() {
    return `${this.#prefix}{tenants}:exporters`;
  }
  /** Hash: a store's exports, their credentials sealed. */
  exports(storeKey: string) {
    return `${this.#prefix}{tenants}:exports:${storeKey}`;
  }
  /** Counter: raised at each change of an export. */
  get exportsVersion() {
    return `${this.#prefix}{tenants}:exports-version`;
  }
  /** Hash: what an export has reached, and its run that is not over. */
  exportState(storeKey: string, id: string) {
    return `${this.#of(tenantIn(storeKey))}export-state:${storeKey}:${id}`;
  }
  /** Hash: the first changes of consent and visibility in a span of an export; expires. */
  exportFirsts(storeKey: string, id: string, since: string) {
    return `${this.#of(tenantIn(storeKey))}export-firsts:${storeKey}:${id}:${since}`;
  }
  /** Sorted set: an export's runs, by the time of their start. */
  exportRuns(storeKey: string, id: string) {
    return `${this.#of(tenantIn(storeKey))}export-runs:${storeKey}:${id}`;
  }
  /** Hash: a run of an export. */
  exportRun(storeKey: string, run: string) {
    return `${this.#of(tenantIn(storeKey))}export-run:${storeKey}:${run}`;
  }
  /** List: records that a run's platform rejected. */
  rejected(storeKey: string, run: string) {
    return `${this.#of(tenantIn(storeKey))}rejected:${storeKey}:${run}`;
  }
  /** String: what a tenant has used of a rate; expires. */
  allowance(name: string, tenant: string) {
    return `${this.#of(tenant)}allowance:${name}:${tenant}`;
  }
  /** Sorted set: a tenant's uploads of files that are open, by the time of their last sign of life; expires. */
  openUploads(tenant: string) {
    return `${this.#of(tenant)}uploads:${tenant}`;
  }
  /** Prefix of the counters of refused token requests. */
  get tokenFailures() {
    return `${this.#prefix}token-failures`;
  }

  /** Number of partitions. */
  get partitions() {
    return this.#tags.length;
  }
  /** Hash tag of a partition. */
  tag(partition: number): string {
    return this.#tags[partition] ?? `${NOWHERE}${partition.toString()}`;
  }
  #at(partition: number) {
    return `${this.#prefix}{${this.tag(partition)}}:`;
  }

  /** Pattern of all keys, for SCAN. */
  get every() {
    return `${literal(this.#prefix)}*`;
  }
  /** The tenant of a key that belongs to one store; undefined for any other key, also for those of single wishlists. */
  tenantOf(key: string): string | undefined {
    return OF_STORE.exec(key.slice(this.#prefix.length))?.[1];
  }
  /** Subject of the stored replies that a key lists; undefined for any other key. */
  answersOwnerOf(key: string): { partition: number; owner: string } | undefined {
    const [, tag = "", owner] = ANSWERS.exec(key.slice(this.#prefix.length)) ?? [];
    const partition = this.#partitions.get(tag);
    return owner === undefined || partition === undefined ? undefined : { partition, owner };
  }
  /** Pattern of all keys with these one-letter names, for SCAN. */
  everyOf(letters: string) {
    return `${literal(this.#prefix)}{*}:[${letters}]:*`;
  }
  /** Pattern of a store's keys with a one-letter name, for SCAN. */
  everyOfStore(letter: string, storeKey: string) {
    return `${literal(this.#prefix)}{*}:${letter}:${literal(storeKey)}:*`;
  }
  /** Partition, letter and owner of a key with a one-letter name. */
  partsOf(key: string): { partition: number; letter: string; of: string } {
    const [, tag = "", letter = "", of = ""] = PARTS.exec(key.slice(this.#prefix.length)) ?? [];
    return { partition: this.#partitions.get(tag) ?? -1, letter, of };
  }

  /** A key with a one-letter name, as {@link Keys.partsOf} takes it apart. */
  recordAt(partition: number, letter: string, owner: string) {
    return `${this.#at(partition)}${letter}:${owner}`;
  }

  /** Stream: commands that wait to be applied. */
  commands(partition: number) {
    return `${this.#at(partition)}commands`;
  }
  /** Hash: who may commit, until when, and the last applied command. */
  owner(partition: number) {
    return `${this.#at(partition)}owner`;
  }
  /** Set: cancelled commands. */
  cancelled(partition: number) {
    return `${this.#at(partition)}cancelled`;
  }
  /** Stream: events of committed changes. */
  outbox(partition: number) {
    return `${this.#at(partition)}outbox`;
  }
  /** Stream: commands that could not be applied, with the reason. */
  deadLetters(partition: number) {
    return `${this.#at(partition)}dead`;
  }
  /** Set: claims on references to give back. */
  releases(partition: number) {
    return `${this.#at(partition)}releases`;
  }
  /** Stream: replies for one HTTP process; expires. */
  replies(partition: number, instance: string) {
    return `${this.#at(partition)}replies:${instance}`;
  }
  /** String: the kept answer of a command that came with an Idempotency-Key; expires. */
  answer(partition: number, digest: string) {
    return `${this.#at(partition)}answer:${digest}`;
  }
  /** Sorted set: stored replies about one wishlist or customer by time, to find them at an erasure; expires. */
  answersOf(partition: number, owner: string) {
    return `${this.#at(partition)}kept:${owner}`;
  }
  /** Set: the same as version 0.1.0 stored it; expires. */
  formerAnswersOf(partition: number, owner: string) {
    return `${this.#at(partition)}answers:${owner}`;
  }
  /** String: who holds an Idempotency-Key, for which request, and its answer where no partition keeps it; expires. */
  idempotency(partition: number, digest: string) {
    return `${this.#at(partition)}idempotency:${digest}`;
  }
  /** Hash: estimated bytes of the records of each tenant in this partition. */
  storedBytes(partition: number) {
    return `${this.#at(partition)}stored-bytes`;
  }
  /** Hash: a store's references of one kind that fall into this partition, with their holders. */
  references(partition: number, kind: string, storeKey: string) {
    return `${this.#at(partition)}${kind}:${storeKey}`;
  }

  /** Sorted set: ids of a store's wishlists in this partition. */
  wishlists(partition: number, storeKey: string) {
    return this.storeIndex(partition, "wishlists", storeKey);
  }
  /** Sorted set: what a store has of one kind in this partition, in the order of the entries. */
  storeIndex(partition: number, index: StoreIndex, storeKey: string) {
    return `${this.#at(partition)}${index}:${storeKey}`;
  }
  /**
   * Hash: a wishlist's metadata `m`, its served record `j`, the links to it `s`, its guest `g`, and its items by number.
   */
  wishlist(partition: number, id: string) {
    return `${this.#at(partition)}w:${id}`;
  }
  /** Sorted set: numbers of a wishlist's items, in the order of their ids. */
  itemOrder(partition: number, id: string) {
    return `${this.#at(partition)}z:${id}`;
  }
  /** Hash: index terms of a wishlist's items (their variants and references) to their numbers. */
  itemIndex(partition: number, id: string) {
    return `${this.#at(partition)}x:${id}`;
  }
  /** Hash: a wishlist's removed items, kept for reporting. */
  removedItems(partition: number, id: string) {
    return `${this.#at(partition)}g:${id}`;
  }
  /** String: when the customer or product of a slot was deleted; expires. */
  tombstone(partition: number, slot: string) {
    return `${this.#at(partition)}d:${slot}`;
  }
  /** String: what was decided of the claim of a guest's wishlist; expires. */
  handover(partition: number, guestWishlist: string) {
    return `${this.#at(partition)}h:${guestWishlist}`;
  }
  /**
   * Hash: a customer's served record `j`, version `v` and time of the newest platform update `n`, or the rest of a
   * deleted one `d`.
   */
  customer(partition: number, slot: string) {
    return `${this.#at(partition)}c:${slot}`;
  }
  /** Hash: what each order did to a customer's wishes, by the order's key. */
  purchases(partition: number, slot: string) {
    return `${this.#at(partition)}u:${slot}`;
  }
  /** Hash: a customer's alerts, by what makes each unique. */
  alerts(partition: number, slot: string) {
    return `${this.#at(partition)}a:${slot}`;
  }
  /** Hash: bodies of webhooks about a customer that wait for their next attempt; expires. */
  webhookBodies(partition: number, slot: string) {
    return `${this.#at(partition)}b:${slot}`;
  }
  /** String: bodies of webhooks that are sent together for the first time; expires. */
  groupBodies(job: string) {
    return `${this.#prefix}{job.${job}}:group-bodies`;
  }
  /** Hash: a product `j`, and its variants by reference. */
  product(partition: number, slot: string) {
    return `${this.#at(partition)}p:${slot}`;
  }
  /** Stream: events of a store, for callers to follow. */
  changes(partition: number, storeKey: string) {
    return `${this.#at(partition)}changes:${storeKey}`;
  }
  /** Hash: the last event of each partition that is in a store's change feed. */
  changesPositions(partition: number, storeKey: string) {
    return `${this.#at(partition)}changes-places:${storeKey}`;
  }
  /** Hash: the last event of each partition that is in a store's counters. */
  counterPositions(partition: number, storeKey: string) {
    return `${this.#at(partition)}tally-places:${storeKey}`;
  }
  /** Hash: counters of a store, those of one kind and day, or those of all days. */
  counters(partition: number, storeKey: string, name: string) {
    return `${this.#at(partition)}tallies:${storeKey}:${name}`;
  }
  /** Hash: counters of a store during a recount, not in use yet. */
  newCounters(partition: number, storeKey: string, name: string) {
    return `${this.#at(partition)}new-tallies:${storeKey}:${name}`;
  }
  /** Sorted set: items that wait for a variant, by the time of the wish. */
  waiting(partition: number, storeKey: string, variant: string) {
    return `${this.#at(partition)}waiting:${storeKey}:${variant}`;
  }
  /** Pattern of all waiting lists, for SCAN. */
  get everyWaiting() {
    return `${literal(this.#prefix)}{*}:waiting:*`;
  }
  /** Store and variant of a waiting list's key. */
  waitingPartsOf(key: string): { storeKey: string; variant: string } {
    const [, storeKey = "", variant = ""] = WAITING.exec(key.slice(this.#prefix.length)) ?? [];
    return { storeKey, variant };
  }
  /** Sorted set: orders that wait for a person or a variant, by the time of the last match; expires. */
  waitingOrders(partition: number, storeKey: string, digest: string) {
    return `${this.#at(partition)}waiting-orders:${storeKey}:${digest}`;
  }
  /** String: when a person was erased, in milliseconds, by a digest of one of its names; expires. */
  erased(partition: number, storeKey: string, digest: string) {
    return `${this.#at(partition)}erased:${storeKey}:${digest}`;
  }
  /** String: a reset of a flag of many wishes, with its progress; expires. */
  flagReset(storeKey: string, id: string) {
    return `${this.#prefix}{tenants}:flag-reset:${storeKey}:${id}`;
  }
  /** Set: stores that have a catalogue. */
  get catalogues() {
    return `${this.#prefix}{tenants}:catalogues`;
  }
  /** Hash: stock that came before its variant, by location; expires. */
  pendingStock(partition: number, storeKey: string, name: string) {
    return `${this.#at(partition)}parked:${storeKey}:${name}`;
  }
  /** Hash: an order `j`. */
  order(partition: number, slot: string) {
    return `${this.#at(partition)}o:${slot}`;
  }
  /** Hash: a file of rows, its received and applied chunks, and the results of the rows; expires. */
  feed(partition: number, storeKey: string, id: string) {
    return `${this.#at(partition)}feed:${storeKey}:${id}`;
  }
  /** List: rows of a feed that wait to be applied, in chunks; the only copy of a file's rows; expires. */
  feedChunks(partition: number, storeKey: string, id: string) {
    return `${this.#at(partition)}feed-chunks:${storeKey}:${id}`;
  }
  /** List: what was wrong with rows of a feed, without the rows; expires. */
  feedErrors(partition: number, storeKey: string, id: string) {
    return `${this.#at(partition)}feed-errors:${storeKey}:${id}`;
  }
  /** Sorted set: chunks of all feeds of a store that wait to be applied, by the time they came; expires. */
  feedsWaiting(partition: number, storeKey: string) {
    return `${this.#at(partition)}feeds-waiting:${storeKey}`;
  }
  /** Sorted set: ids of a customer's wishlists. */
  customerWishlists(partition: number, slot: string) {
    return `${this.#at(partition)}l:${slot}`;
  }
}
