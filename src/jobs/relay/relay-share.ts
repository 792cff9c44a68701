import { partitionsFor } from "../../actors/runtime/worker/assignment.ts";
import type { Membership } from "../../store/redis/structures/heartbeat.ts";

/**
 * The partitions that a relay serves. It serves a partition that it gains only after every other living relay has sent
 * a heartbeat since this one saw which relays are alive: a relay lets go of its former partitions at a heartbeat. Until
 * then, both would relay the same events, and would put them into different groups of webhooks. A relay that is dead
 * is not waited for.
 */
export class RelayShare {
  readonly #id: string;
  readonly #partitions: number;
  #served: readonly number[] = [];
  #living = "";
  /** When this relay first saw the relays that are alive, in milliseconds of the monotonic time. */
  #seenAt = 0;
  #isWaiting = false;

  constructor(id: string, partitions: number) {
    this.#id = id;
    this.#partitions = partitions;
  }

  /** Whether another relay may still serve partitions of this one. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /**
   * Returns the partitions to serve after a heartbeat.
   *
   * @param sent when the heartbeat was sent, and when its reply came, in milliseconds of the monotonic time
   */
  after(
    { living, wasAbsent, silenceMs }: Membership,
    { sentAt, repliedAt }: { sentAt: number; repliedAt: number },
  ): readonly number[] {
    const names = [...living].sort().join(" ");
    if (wasAbsent || names !== this.#living) this.#seenAt = repliedAt;
    this.#living = names;
    const before = new Set(wasAbsent ? [] : this.#served);
    const share = partitionsFor(this.#id, living, this.#partitions);
    // The silence is rounded to milliseconds.
    const isFree = silenceMs + 1 < sentAt - this.#seenAt;
    this.#served = isFree ? share : share.filter((partition) => before.has(partition));
    this.#isWaiting = this.#served.length < share.length;
    return this.#served;
  }
}
