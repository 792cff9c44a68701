import { beginWaves, type BeginWavesJob } from "../../../src/jobs/alerts/begin-waves.ts";
import { markAlertsSent, type MarkSentJob } from "../../../src/jobs/alerts/mark-sent.ts";
import { runRound } from "../../../src/jobs/alerts/round.ts";
import {
  type RoundJob,
  roundJob,
  type WaveDeps,
  type WaveJob,
  waveJob,
} from "../../../src/jobs/alerts/wave-job.ts";
import { runWave } from "../../../src/jobs/alerts/wave.ts";
import type { NewJob } from "../../../src/jobs/queue/job.ts";
import type { WaitingCursor } from "../../../src/store/waiting/waiting-set.ts";
import type { WaveRounds } from "../../../src/store/work/wave-rounds.ts";

type Uses = "endOf" | "begin" | "finish";
type Name = Parameters<WaveRounds["endOf"]>[0];

/** The rounds of waves, in memory. */
export class MemoryRounds implements Pick<WaveRounds, Uses> {
  readonly #ends = new Map<string, WaitingCursor>();
  readonly #done = new Map<string, Map<number, number>>();

  /** Number of rounds that have begun. */
  get count(): number {
    return this.#ends.size;
  }

  endOf({ id, part }: Name) {
    return Promise.resolve(this.#ends.get(`${id}-${part}`));
  }

  begin({ id, part }: Name, end: WaitingCursor) {
    const known = this.#ends.get(`${id}-${part}`) ?? end;
    this.#ends.set(`${id}-${part}`, known);
    return Promise.resolve(known);
  }

  finish({ id, part }: Name, { sublist, sublists, notified }: Parameters<WaveRounds["finish"]>[1]) {
    const done = this.#done.get(`${id}-${part}`) ?? new Map<number, number>();
    this.#done.set(`${id}-${part}`, done.set(sublist, notified));
    if (done.size < sublists) return Promise.resolve(undefined);
    return Promise.resolve([...done.values()].reduce((sum, count) => sum + count, 0));
  }
}

/** The active waves by their ids, in memory. */
export class MemoryWaves extends Map<string, object> implements Pick<WaveDeps, "waves"> {
  get waves(): WaveDeps["waves"] {
    const record = (_: string, { id, ...wave }: { id: string }) => Promise.resolve(void this.set(id, wave));
    return {
      record,
      begin: () => Promise.resolve(),
      recordAfter: async (store, _, wave) => (this.has(wave.id) ? record(store, wave) : undefined),
      end: (_, { id }) => Promise.resolve(void this.delete(id)),
    };
  }
}

/** Returns the functions with which waves add jobs to a queue in memory. */
export const addingTo = (add: (job: NewJob) => void): Pick<WaveDeps, "addJob" | "startRound"> => ({
  addJob(data, delayMs) {
    add({ ...waveJob(data), delayMs });
    return Promise.resolve();
  },
  startRound: (jobs) => Promise.resolve(void jobs.map(roundJob).map(add)),
});

/** Runs a job of the queue `alerts`. */
export async function doAlertJob(
  deps: WaveDeps & { dispatcher: Parameters<typeof markAlertsSent>[0]["dispatcher"] },
  { name, data }: NewJob,
): Promise<void> {
  if (name === "begin") await beginWaves(deps, data as BeginWavesJob);
  else if (name === "wave") await runWave(deps, data as WaveJob);
  else if (name === "round") await runRound(deps, data as RoundJob);
  else await markAlertsSent(deps, data as MarkSentJob);
}
