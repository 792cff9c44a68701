/** What belongs to a store. */
export interface OfStore {
  /** `<tenant>/<store>`. */
  storeKey: string;
}

/** The store key in the data of a job. Throws where it has none. */
export function storeKeyIn(data: unknown): string {
  if (typeof data === "object" && data !== null && "storeKey" in data && typeof data.storeKey === "string")
    return data.storeKey;
  throw new Error("the data of a job has no store key");
}

type Earlier<T extends OfStore> = Omit<T, "storeKey"> & { scope: string };

/** Reads what is stored of a store: version 0.1.0 named the store key `scope`. */
export function withStoreKey<T extends OfStore>(record: T | Earlier<T>): T {
  if (!("scope" in record) || "storeKey" in record) return record as T;
  const { scope: storeKey, ...rest } = record;
  return { storeKey, ...rest } as unknown as T;
}
