import { KeySpace, literal } from "./key-space.ts";

const tenantIn = (storeKey: string) => storeKey.slice(0, storeKey.indexOf("/"));

/** Keys that belong to no partition: those of the processes, the job queues, the tenants, and what a tenant has. */
export class ServiceKeys extends KeySpace {
  /** Hash: what was decided at the first start (number of partitions, salt, layout). */
  get meta() {
    return `${this.prefix}meta`;
  }
  /** Sorted set: worker processes by the time of their last heartbeat. */
  get workers() {
    return `${this.prefix}{workers}:alive`;
  }
  /** Stream: which workers came and went, for all other workers. */
  get membership() {
    return `${this.prefix}{workers}:news`;
  }
  /** Sorted set: processes that relay events, by the time of their last heartbeat. */
  get relays() {
    return `${this.prefix}{relays}:alive`;
  }
  /** Sorted set: HTTP processes by the time of their last heartbeat. */
  get instances() {
    return `${this.prefix}{nodes}:alive`;
  }

  /** What the keys of all job queues start with. */
  get everyJob() {
    return `${this.prefix}{jobs`;
  }
  /** Prefix of the keys of a job queue. */
  jobs(queue: string) {
    return `${this.prefix}{jobs.${queue}}`;
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
    return `${this.prefix}{tenant.${tenant}}:`;
  }
  #ofExport(id: string) {
    return `${this.prefix}{export.${id}}:sent:`;
  }

  /** Set: ids of all tenants. */
  get tenants() {
    return `${this.prefix}{tenants}:all`;
  }
  /** Counter: raised at each change of any tenant, so that caches know. */
  get tenantsVersion() {
    return `${this.prefix}{tenants}:version`;
  }
  /** Hash: a tenant's record. */
  tenant(id: string) {
    return `${this.prefix}{tenants}:tenant:${id}`;
  }
  /** Hash: a tenant's client credentials, by client id. */
  clients(tenant: string) {
    return `${this.prefix}{tenants}:clients:${tenant}`;
  }
  /** Set: a tenant's stores that are noted, also those without a client. */
  stores(tenant: string) {
    return `${this.prefix}{tenants}:stores:${tenant}`;
  }
  /** Hash: a tenant's owners with their sessions, by id. */
  owners(tenant: string) {
    return `${this.prefix}{owners:${tenant}}`;
  }
  /** Set: tenants at which an e-mail address signs in, by a digest of the address. */
  ownerTenants(digest: string) {
    return `${this.prefix}owner-tenants:${digest}`;
  }
  /** Prefix of the counters of refused sign-ins. */
  get signInFailures() {
    return `${this.prefix}sign-in-failures`;
  }
  /** Hash: shops whose webhooks are taken, by domain. */
  get shops() {
    return `${this.prefix}{tenants}:shops`;
  }
  /** Hash: redactions of shops that were demanded, by domain. */
  get redactions() {
    return `${this.prefix}{tenants}:redactions`;
  }
  /** Stream: requests under data protection law in a store, and their results; without personal data. */
  privacyLog(storeKey: string) {
    return `${this.#of(tenantIn(storeKey))}privacy:${storeKey}`;
  }
  /** Stream: what was done to a tenant, and by whom. */
  audit(tenant: string) {
    return `${this.prefix}{tenants}:audit:${tenant}`;
  }
  /** Hash: how the actions of the audit log ended, by entry id. */
  auditOutcomes(tenant: string) {
    return `${this.prefix}{tenants}:audit-outcomes:${tenant}`;
  }
  /** Hash: a store's webhook endpoints. */
  endpoints(storeKey: string) {
    return `${this.prefix}{tenants}:endpoints:${storeKey}`;
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
    return `${this.prefix}{tenants}:exporters`;
  }
  /** Hash: a store's exports, their credentials sealed. */
  exports(storeKey: string) {
    return `${this.prefix}{tenants}:exports:${storeKey}`;
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
  /** Hash: a store's waves of alerts that are under way, by alert and variant; expires. */
  waves(storeKey: string) {
    return `${this.#of(tenantIn(storeKey))}waves:${storeKey}`;
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
    return `${this.prefix}token-failures`;
  }
  /** String: bodies of webhooks that are sent together for the first time; expires. */
  groupBodies(job: string) {
    return `${this.prefix}{job.${job}}:group-bodies`;
  }
  /** String: a reset of a flag of many wishes, with its progress; expires. */
  flagReset(storeKey: string, id: string) {
    return `${this.prefix}{tenants}:flag-reset:${storeKey}:${id}`;
  }
  /** Sorted set: feeds, resets of flags and replays that may be under way, by the time of their start. */
  get openWork() {
    return `${this.prefix}{tenants}:open-work`;
  }
  /** Set: stores that have a catalogue. */
  get catalogues() {
    return `${this.prefix}{tenants}:catalogues`;
  }
}
