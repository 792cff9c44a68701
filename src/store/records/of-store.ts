/** A record that belongs to a store. */
export interface OfStore {
  /** `<tenant>/<store>`. */
  storeKey: string;
}

/**
 * Returns the store key in the data of a job.
 *
 * @throws if it has none
 */
export function storeKeyIn(data: unknown): string {
  if (typeof data === "object" && data !== null && "storeKey" in data && typeof data.storeKey === "string")
    return data.storeKey;
  throw new Error("the data of a job has no store key");
}

type Earlier<T extends OfStore> = Omit<T, "storeKey"> & { scope: string };

/** Converts a record of version 0.1.0, which named the store key `scope`, to the current form. */
export function withStoreKey<T extends OfStore>(record: T | Earlier<T>): T {
  if (!("scope" in record) || "storeKey" in record) return record as T;
  const { scope: storeKey, ...fields } = record;
  return { storeKey, ...fields } as unknown as T;
}
