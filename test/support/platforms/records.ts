import {
  type BatchResult,
  type Connector,
  type ExportedCustomer,
  type ExportedDeletion,
  type ExportedItem,
  type ExportedRecord,
  RetryLater,
} from "../../../src/jobs/exports/connector.ts";
import type { ConnectorContext } from "../../../src/jobs/exports/connectors/context.ts";

const TRIES = 20;

const unused = () => Promise.reject(new Error("this platform needs no ledger"));

/** Returns the context of a connector for a platform that needs no ledger. */
export const newContext = (changes: Partial<ConnectorContext> = {}): ConnectorContext => ({
  exportId: "ex1",
  runId: "run1",
  tenant: "acme",
  dataDir: "/tmp",
  fileBytes: 1_000_000_000,
  allowPrivate: true,
  ledger: { begin: unused, markSent: unused, forget: unused },
  ...changes,
});

export const customerOf = (n: number, changes: Partial<ExportedCustomer> = {}): ExportedCustomer => ({
  customerId: `c${n}`,
  customerRef: `ref-${n}`,
  email: `person${n}@example.com`,
  firstName: "Ann",
  acceptsMarketing: true,
  ...changes,
});

/** Returns the wish of a customer for the product with this number. */
export const itemOf = (n: number, changes: Partial<ExportedItem> = {}): ExportedItem => ({
  type: "item",
  id: `3-1700000000000-${n}`,
  time: new Date(1_750_000_000_000 + n * 1000).toISOString(),
  change: "added",
  customer: customerOf(n),
  wishlist: { wishlistId: `w${n}`, wishlistRef: `list-${n}`, name: "Birthday", isPrivate: false },
  item: {
    id: `i${n}`,
    wishlistId: `w${n}`,
    product: { productRef: `p${n}`, selectedVariantRef: `v${n}` },
    purchased: false,
    purchasedAndRemoved: false,
    addedFromCart: false,
    addedByStaff: false,
    disableNotification: false,
    prerelease: false,
    notifyMe: true,
    priceWhenAdded: { amount: "24.90", currency: "EUR" },
    createdTime: "2025-06-15T15:06:40.000Z",
    modifiedTime: "2025-06-15T15:06:40.000Z",
  },
  product: {
    title: `Shoe ${n}`,
    variantTitle: "42",
    sku: `sku-${n}`,
    price: "19.90",
    currency: "EUR",
    available: 3,
  },
  ...changes,
});

export const deletionOf = (n: number, changes: Partial<ExportedDeletion> = {}): ExportedDeletion => ({
  type: "deleted",
  id: `3-1700000000001-${n}`,
  time: "2025-06-16T12:00:00.000Z",
  what: "item",
  reason: "removed",
  customerId: `c${n}`,
  customer: customerOf(n),
  wishlistId: `w${n}`,
  itemId: `i${n}`,
  product: { productRef: `p${n}`, selectedVariantRef: `v${n}` },
  ...changes,
});

export const itemsOf = (count: number, changes: (n: number) => Partial<ExportedItem> = () => ({})) =>
  Array.from({ length: count }, (_, n) => itemOf(n, changes(n)));

/** Sends records as a run that is killed at every failure: each batch is repeated by a new connector. */
export async function sendAll(
  open: () => Connector,
  records: readonly ExportedRecord[],
  size = Infinity,
): Promise<BatchResult> {
  const all: BatchResult = { accepted: 0, skipped: {}, rejected: [] };
  const { signal } = new AbortController();
  let connector = open();
  for (let start = 0; start < records.length;) {
    const batch = records.slice(start, start + Math.min(size, connector.limits.records));
    for (let tries = 1; ; tries++) {
      try {
        const result = await connector.send({ id: `batch-${start}`, records: batch }, signal);
        all.accepted += result.accepted;
        all.rejected.push(...result.rejected);
        for (const [reason, count] of Object.entries(result.skipped ?? {}))
          all.skipped = { ...all.skipped, [reason]: (all.skipped?.[reason] ?? 0) + count };
        break;
      } catch (err) {
        if (!(err instanceof RetryLater) || tries === TRIES) throw err;
        await connector.close?.();
        connector = open();
      }
    }
    start += batch.length;
  }
  await connector.close?.();
  return all;
}

/** Sends one batch. */
export async function sendOne(connector: Connector, ...records: ExportedRecord[]): Promise<BatchResult> {
  try {
    return await connector.send({ id: "batch", records }, new AbortController().signal);
  } finally {
    await connector.close?.();
  }
}
