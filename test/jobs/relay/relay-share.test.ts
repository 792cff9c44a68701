import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { RelayShare } from "../../../src/jobs/relay/relay-share.ts";

const PARTITIONS = 12;
const LIFETIME_MS = 5000;
/** Time between the heartbeats of a relay. */
const BEAT_MS = 2000;

/** Relays of one installation, on a clock that the test moves. */
class Installation {
  now = 0;
  readonly #relays: { id: string; share: RelayShare; isRunning: boolean; beatAt: number | undefined }[] = [];
  readonly served = new Map<string, readonly number[]>();

  join(): void {
    const id = `relay-${this.#relays.length}`;
    this.#relays.push({
      id,
      share: new RelayShare(id, PARTITIONS),
      isRunning: true,
      beatAt: undefined,
    });
    this.beat(this.#relays.length - 1);
  }

  get running(): number[] {
    return this.#relays.flatMap(({ isRunning }, i) => (isRunning ? [i] : []));
  }

  /** A killed relay serves nothing, but counts as alive until it has been silent for its lifetime. */
  kill(index: number): void {
    const relay = this.#relays[index];
    if (!relay) return;
    relay.isRunning = false;
    this.served.delete(relay.id);
  }

  beat(index: number): void {
    const relay = this.#relays[index];
    if (!relay?.isRunning) return;
    const wasAbsent = relay.beatAt === undefined || this.now - relay.beatAt > LIFETIME_MS;
    relay.beatAt = this.now;
    const living = this.#relays.filter(
      ({ beatAt }) => beatAt !== undefined && this.now - beatAt <= LIFETIME_MS,
    );
    const others = living.filter((other) => other !== relay);
    const silenceMs = Math.max(...others.map(({ beatAt = 0 }) => this.now - beatAt));
    const at = { sentAt: this.now, repliedAt: this.now };
    const names = living.map(({ id }) => id);
    this.served.set(relay.id, relay.share.after({ living: names, wasAbsent, silenceMs }, at));
    this.assertOneRelayEach();
  }

  /** Lets every relay send its heartbeats for some time. */
  pass(ms: number): void {
    for (const end = this.now + ms; this.now < end;) {
      this.now += BEAT_MS / 4;
      for (const index of this.running) this.beat(index);
    }
  }

  assertOneRelayEach(): void {
    const all = [...this.served.values()].flat();
    assert.equal(new Set(all).size, all.length, "no partition has two relays");
  }
}

describe("a partition that moves to another relay", () => {
  it("has its new relay only after the former one has let go, whatever joins and dies, and never none for long", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("join" as const), n: fc.nat(0) }),
      fc.record({ kind: fc.constant("kill" as const), n: fc.nat(20) }),
      { weight: 8, arbitrary: fc.record({ kind: fc.constant("beat" as const), n: fc.nat(20) }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant("wait" as const), n: fc.nat(BEAT_MS / 4) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const installation = new Installation();
        installation.join();
        let waitedMs = 0;
        for (const { kind, n } of steps) {
          const { running } = installation;
          if (kind === "join") installation.join();
          else if (kind === "kill" && running.length > 1) installation.kill(running[n % running.length] ?? 0);
          else if (kind === "beat") installation.beat(running[n % running.length] ?? 0);
          else if (kind === "wait") {
            installation.now += n;
            // No relay that runs is silent for longer than the time between its heartbeats.
            if ((waitedMs += n) >= BEAT_MS) {
              waitedMs = 0;
              for (const index of installation.running) installation.beat(index);
            }
          }
        }
        installation.pass(LIFETIME_MS + 2 * BEAT_MS);
        assert.equal([...installation.served.values()].flat().length, PARTITIONS);
      }),
      { numRuns: 500 },
    );
  });
});
