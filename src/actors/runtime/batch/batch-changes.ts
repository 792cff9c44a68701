import type { BatchCommit } from "../../../store/partition/commits.ts";
import { eventId } from "../../../store/partition/outbox.ts";
import { addressOf, type StateChange } from "../../../store/partition/state/state-keys.ts";
import type { DatedClaim } from "../../../store/records/records.ts";
import { tenantOf } from "../../../store/tenants/tenant.ts";
import { datedClaim } from "../../state/claim.ts";
import type { Draft } from "../../state/draft.ts";
import type { StreamCommand } from "../stream-command.ts";

/** Changes and events of the accepted commands of a batch, in the order of the commands. */
export class BatchChanges {
  /** The last change of each state key, by its address. */
  readonly #changes = new Map<string, StateChange>();
  readonly #storedBytes = new Map<string, number>();
  readonly #events: BatchCommit["events"] = [];
  readonly #releases: DatedClaim[] = [];

  /** Number of state keys that are changed. */
  get size(): number {
    return this.#changes.size;
  }

  /** The last change of each state key, in the order of these changes. */
  get changes(): Iterable<StateChange> {
    return this.#changes.values();
  }

  /** Growth of the stored records of each tenant, in bytes; negative if they shrink. */
  get storedBytes(): ReadonlyMap<string, number> {
    return this.#storedBytes;
  }

  get events(): BatchCommit["events"] {
    return this.#events;
  }

  /** References that commands gave up; they are released after the commit. */
  get releases(): readonly DatedClaim[] {
    return this.#releases;
  }

  /** Adds the results of one command. `bytes` is how much the command adds to the stored records of its tenant. */
  add({ changes, events, releases }: Draft, bytes: number, { at, envelope }: StreamCommand): void {
    for (const change of changes) {
      const address = addressOf(change.stateKey);
      const earlier = this.#changes.get(address);
      this.#changes.delete(address);
      this.#changes.set(address, earlier ? { ...change, before: earlier.before } : change);
    }
    const traceContext = envelope?.traceContext;
    for (const [number, event] of events.entries()) {
      const traced = traceContext === undefined ? event : { ...event, traceContext };
      this.#events.push([eventId(at, number), JSON.stringify(traced)]);
    }
    for (const claim of releases) this.#releases.push(datedClaim(claim, at));
    const tenant = tenantOf(envelope?.command.storeKey ?? "");
    this.#storedBytes.set(tenant, (this.#storedBytes.get(tenant) ?? 0) + bytes);
  }
}
