/** What a tenant has that runs or waits. */
interface Queue {
  /** What waits, in the order of its arrival. */
  waiting: { refuse: (reason: Error) => void }[];
}

/** The queues of tenants that have something running or waiting, until everything is refused. */
export class TenantQueues<Q extends Queue> {
  readonly #byTenant = new Map<string, Q>();
  /** Returns the refusal of everything; undefined while something may begin. */
  #refusal: (() => Error) | undefined;

  /**
   * Returns the queue of a tenant that wants to begin something, new if it has none.
   *
   * @throws the refusal, if everything is refused
   */
  open(tenant: string, make: () => Q): Q {
    if (this.#refusal) throw this.#refusal();
    let queue = this.#byTenant.get(tenant);
    if (!queue) this.#byTenant.set(tenant, (queue = make()));
    return queue;
  }

  /** Returns the queue of a tenant; undefined if it has none. */
  get(tenant: string): Q | undefined {
    return this.#byTenant.get(tenant);
  }

  /** Forgets a queue in which nothing runs or waits. */
  delete(tenant: string): void {
    this.#byTenant.delete(tenant);
  }

  /** Refuses all that waits, and all that comes later. */
  refuseAll(refusal: () => Error): void {
    this.#refusal = refusal;
    for (const { waiting } of this.#byTenant.values())
      for (const { refuse } of waiting.splice(0)) refuse(refusal());
  }
}
