import type { Keys } from "../../../store/keys/keys.ts";
import type { StateKey } from "../../../store/partition/state/state-keys.ts";
import type { Lease } from "../../../store/redis/structures/leases.ts";
import type { Handlers } from "../../handlers.ts";
import type { StreamCommand } from "../stream-command.ts";

/** Why a command is not tried: its sender gave up, it is too old, or it killed the workers that tried it. */
export type Exclusion = "cancelled" | "late" | "poison";

/** What holds for all batches of a worker. */
export interface BatchSettings {
  keys: Keys;
  handlers: Handlers;
  /** HTTP process within this process, which gets its replies directly; empty if there is none. */
  localInstance: string;
  /** How long a command may wait to be applied, by Redis's clock. */
  commandLifetimeMs: number;
  /** Replies to other processes are held back until their batch is durable. */
  holdsReplies?: boolean;
}

/** What a batch starts from. */
export interface BatchStart {
  lease: Lease;
  /** The last completed command. */
  cursor: string;
  /** Number of cancellations that were checked. */
  cancels: string;
  /** Commands that are not to be tried. */
  excluded: ReadonlyMap<string, Exclusion>;
  commands: StreamCommand[];
}

/** State that a batch needs, and where to put its value. */
export interface Wanted {
  partition: number;
  stateKey: StateKey;
  /** Time of the command that needs it, in milliseconds. */
  at: number;
  load: (stateKey: StateKey, value: unknown) => void;
}
