import { KeySpace, escapeGlob } from "./key-space.ts";

const tenantIn = (storeKey: string) => storeKey.slice(0, storeKey.indexOf("/"));

/** Keys that belong to no partition: those of the processes, of the job queues, of the tenants and of their data. */
export class ServiceKeys extends KeySpace {
  /** Hash: values that are fixed at the first start (number of partitions, salt, layout). */
  get meta() {
    return `${this.prefix}meta`;
  }
  /** Sorted set: worker processes by the time of their last heartbeat. */
  get workers() {
    return `${this.prefix}{workers}:alive`;
  }
  /** Stream: announcements of workers that join or leave, for all other workers. */
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

  /** Prefix of the keys of all job queues. */
  get everyJob() {
    return `${this.prefix}{jobs`;
  }
  /** Prefix of the keys of a job queue. */
  jobs(queue: string) {
    return `${this.prefix}{jobs.${queue}}`;
  }
  /** Sorted set: running jobs of a queue and a tenant, by the time their slots expire; expires. */
  slots(queue: string, tenant: string) {
    return `${this.jobs(queue)}:slots-used:${queue}:${tenant}`;
  }
  /** Sorted set: jobs of a queue that wait for a slot of their tenant, by their order; expires. */
  slotQueue(queue: string, tenant: string) {
    return `${this.jobs(queue)}:slots-waiting:${queue}:${tenant}`;
  }
  /** Sorted set: the same jobs, sorted by their receivers; expires. */
  slotReceivers(queue: string, tenant: string) {
    return `${this.jobs(queue)}:slots-receivers:${queue}:${tenant}`;
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
  /** Counter: raised at each change of any tenant, so that caches notice it. */
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
  /** Set: a tenant's known stores, also those without a client. */
  stores(tenant: string) {
    return `${this.prefix}{tenants}:stores:${tenant}`;
  }
  /** Hash: a tenant's owners with their sessions, by id. */
  owners(tenant: string) {
    return `${this.prefix}{owners:${tenant}}`;
  }
  /** Set: tenants where an e-mail address can sign in, by a digest of the address. */
  ownerTenants(digest: string) {
    return `${this.prefix}owner-tenants:${digest}`;
  }
  /** Prefix of the counters of refused sign-ins. */
  get signInFailures() {
    return `${this.prefix}sign-in-failures`;
  }
  /** Hash: shops whose webhooks are accepted, by domain. */
  get shops() {
    return `${this.prefix}{tenants}:shops`;
  }
  /** Hash: requested redactions of shops, by domain. */
  get redactions() {
    return `${this.prefix}{tenants}:redactions`;
  }
  /** Stream: requests under data protection law in a store, and their results; without personal data. */
  privacyLog(storeKey: string) {
    return `${this.#of(tenantIn(storeKey))}privacy:${storeKey}`;
  }
  /** Stream: the actions on a tenant, with their actors. */
  audit(tenant: string) {
    return `${this.prefix}{tenants}:audit:${tenant}`;
  }
  /** Hash: outcomes of the actions in the audit log, by entry id. */
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
  /** Pattern of the outcomes of an export's batches, for SCAN. */
  everySentBatch(exportId: string) {
    return `${escapeGlob(this.#ofExport(exportId))}*`;
  }
  /** Set: stores that have exports. */
  get exporters() {
    return `${this.prefix}{tenants}:exporters`;
  }
  /** Hash: a store's exports, with sealed credentials. */
  exports(storeKey: string) {
    return `${this.prefix}{tenants}:exports:${storeKey}`;
  }
  /** Set: a store's exports that were deleted since the last sweep. */
  deletedExports(storeKey: string) {
    return `${this.prefix}{tenants}:deleted-exports:${storeKey}`;
  }
  /** Hash: the position of an export, and its run that has not ended. */
  exportState(storeKey: string, id: string) {
    return `${this.#of(tenantIn(storeKey))}export-state:${storeKey}:${id}`;
  }
  /** Hash: the marks of a window of an export (`WindowMarks`); expires. */
  windowMarks(storeKey: string, id: string, since: string) {
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
  /** Hash: a store's running waves of alerts, by alert and variant; expires. */
  waves(storeKey: string) {
    return `${this.#of(tenantIn(storeKey))}waves:${storeKey}`;
  }
  /** Hash: the end of a round of a wave, and how many customers each finished job has notified; expires. */
  waveRound(storeKey: string, round: string) {
    return `${this.#of(tenantIn(storeKey))}wave-round:${storeKey}:${round}`;
  }
  /** String: how much of a rate a tenant has used; expires. */
  allowance(name: string, tenant: string) {
    return `${this.#of(tenant)}allowance:${name}:${tenant}`;
  }
  /** Sorted set: a tenant's open uploads of files, by the time of their last renewal; expires. */
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
  /** Sorted set: the finished resets of flags in a store, by the time of their end; expires. */
  flagResets(storeKey: string) {
    return `${this.prefix}{tenants}:flag-resets:${storeKey}`;
  }
  /** Sorted set: feeds, resets of flags and replays that may still run, by the time of their start. */
  get openWork() {
    return `${this.prefix}{tenants}:open-work`;
  }
  /** String: the history of the servers for which all open work had its jobs. */
  get serversHistory() {
    return `${this.prefix}{tenants}:servers-history`;
  }
  /** Set: stores that have a catalogue. */
  get catalogues() {
    return `${this.prefix}{tenants}:catalogues`;
  }
}
