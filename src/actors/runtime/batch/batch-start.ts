import type { EntryId } from "../../../store/ids/entry-id.ts";
import type { Keys } from "../../../store/keys/keys.ts";
import type { StateRead } from "../../../store/partition/state/load.ts";
import type { Lease } from "../../../store/redis/structures/leases.ts";
import type { Handlers } from "../../handlers.ts";
import type { Envelope } from "../envelope.ts";
import type { StreamCommand } from "../stream-command.ts";

/** Why a command is not tried: its sender gave up, it is too old, or it killed the workers that tried it. */
export type Exclusion = "cancelled" | "late" | "poison";

/**
 * Returns why a command that is not tried becomes a dead letter; undefined if it is dropped, because its sender knows
 * that it was not applied. An operator's command has no sender that waits for it.
 */
export function reasonToSetAside(exclusion: Exclusion, { instance }: Envelope): string | undefined {
  if (exclusion === "poison") return "it repeatedly crashed or blocked its worker";
  return exclusion === "late" && instance === "" ? "no worker applied it in time" : undefined;
}

/** Settings of all batches of a worker. */
export interface BatchSettings {
  keys: Keys;
  handlers: Handlers;
  /** HTTP instance in this process, which gets its replies directly; empty if there is none. */
  localInstance: string;
  /** How long a command may wait to be applied, by Redis's clock. */
  commandLifetimeMs: number;
  /** Whether replies to other processes are held back until their batch is durable. */
  holdsReplies?: boolean;
}

/** The commands of a batch, and the position of the partition before them. */
export interface BatchStart {
  lease: Lease;
  /** The last completed command. */
  cursor: string;
  /** Number of cancellations that were checked. */
  cancels: string;
  /** Ids of the cancelled commands, if they were read again after the batch was decided. */
  cancelled?: ReadonlySet<string>;
  /** Commands that are not to be tried. */
  excluded: ReadonlyMap<string, Exclusion>;
  commands: StreamCommand[];
}

/** A state key that a command of a batch needs. */
export interface BatchRead extends StateRead {
  /** Entry of the command that needs it. */
  at: EntryId;
}
