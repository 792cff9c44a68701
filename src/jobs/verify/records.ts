import type { Redis } from "ioredis";
import type { RecordAddress } from "../../store/keys/key-space.ts";
import type { Keys } from "../../store/keys/keys.ts";
import { type RecordLetter, undecodableAt } from "../../store/maintenance/record-check.ts";
import {
  type OnUndecodable,
  skippingUndecodable,
  type UndecodableRecord,
} from "../../store/records/undecodable.ts";
import type { Inconsistency } from "./inconsistency.ts";

export interface RecordParts {
  redis: Redis;
  keys: Keys;
  /** Reads the tenants and the settings of their stores, and reports records that cannot be decoded. */
  readSetUp: (onUndecodable: OnUndecodable) => Promise<void>;
}

const findingOf = ({ record: index, partition, id }: UndecodableRecord): Inconsistency => ({
  index,
  what: "undecodable",
  record: id,
  detail: `${partition ?? ""}`,
  repair: () => Promise.resolve(false),
});

/** Finds records of one key that cannot be decoded. */
export const verifyRecords =
  (letter: RecordLetter) =>
  async (parts: RecordParts, address: RecordAddress): Promise<Inconsistency[]> =>
    (await undecodableAt(parts, letter, address)).map(findingOf);

/** Finds tenants, clients, owners, webhook endpoints, exports and shops that cannot be decoded. */
export async function verifySetUp({ readSetUp }: RecordParts): Promise<Inconsistency[]> {
  const found: UndecodableRecord[] = [];
  await readSetUp(skippingUndecodable((record) => found.push(record)));
  return found.map(findingOf);
}
