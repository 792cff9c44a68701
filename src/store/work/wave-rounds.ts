import type { Redis } from "ioredis";
import { DAY_S } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { readField, readHash, repliesOf } from "../redis/replies.ts";
import type { WaitingCursor } from "../waiting/waiting-set.ts";

/** How long a round is kept, in seconds: longer than its failed jobs, which can be run again. */
const LIFETIME_S = 31 * DAY_S;
/** Field with the end of the round; the other fields are numbers of sublists. */
const END = "end";

const decodeEnd = decoderOf<WaitingCursor>("end of a round", { needs: "since" });

/** The next wishes of a divided waiting list, with one job for each sublist. */
export interface Round {
  /** Position of the last wish. */
  end: WaitingCursor;
  /** Number of the sublists. */
  sublists: number;
}

/** Names a round: the wave, and the number of the job that started the round. */
interface RoundName {
  storeKey: string;
  id: string;
  part: number;
}

/** The rounds of running waves: which of their jobs are done. */
export class WaveRounds {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  #keyOf({ storeKey, id, part }: RoundName): string {
    return this.#keys.waveRound(storeKey, `${id}-${part}`);
  }

  /** Returns the end of a round; undefined if the round has not started. */
  async endOf(round: RoundName): Promise<WaitingCursor | undefined> {
    return decodeIfAny(decodeEnd, await this.#redis.hget(this.#keyOf(round), END));
  }

  /** Starts a round. Resolves to its end: if it has started before, that end stays. */
  async begin(round: RoundName, end: WaitingCursor): Promise<WaitingCursor> {
    const key = this.#keyOf(round);
    const beginning = this.#redis.multi().hsetnx(key, END, JSON.stringify(end)).expire(key, LIFETIME_S);
    const [, , stored] = await repliesOf(beginning.hget(key, END));
    return decodeIfAny(decodeEnd, readField(stored)) ?? end;
  }

  /**
   * Stores that the job of a sublist is done, and how many customers it has notified. If all jobs are done now, resolves to
   * the number of customers that the whole round has notified; otherwise to undefined.
   */
  async finish(
    round: RoundName,
    { sublist, sublists, notified }: { sublist: number; sublists: number; notified: number },
  ): Promise<number | undefined> {
    const key = this.#keyOf(round);
    const finishing = this.#redis.multi().hset(key, sublist.toString(), notified).expire(key, LIFETIME_S);
    const [, , fields] = await repliesOf(finishing.hgetall(key));
    const done = Object.entries(readHash(fields)).filter(([field]) => field !== END);
    if (done.length < sublists) return undefined;
    return done.reduce((sum, [, count]) => sum + Number(count), 0);
  }
}
