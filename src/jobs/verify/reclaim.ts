import { partitionOfWishlist } from "../../store/ids/ids.ts";
import { slotName } from "../../store/keys/slots.ts";
import { doOrSkip, type OnUndecodable } from "../../store/records/undecodable.ts";
import type { RelayedEvent } from "../relay/target.ts";
import type { Inconsistency } from "./inconsistency.ts";
import {
  type ReferenceParts,
  verifyCustomer,
  verifyProduct,
  verifyWishlistReferences,
} from "./references.ts";

/** Finds the missing references of a record. */
type Check = () => Promise<Inconsistency[]>;

/** The result of {@link reclaim}. */
interface Reclaimed {
  /** Number of references that were claimed again. */
  claimed: number;
  /** References that another record has in the meantime. */
  taken: Pick<Inconsistency, "index" | "record">[];
}

/** Returns the check of the record that an event names, with the name of the record. */
function checkOf(parts: ReferenceParts, { partition, event }: RelayedEvent): [string, Check] | undefined {
  if ("wishlistId" in event) {
    const { wishlistId } = event;
    const wishlistPartition = partitionOfWishlist(wishlistId);
    if (wishlistPartition === undefined) return undefined;
    const check = async () => {
      const wishlist = await parts.reads.wishlist(wishlistPartition, wishlistId);
      return wishlist ? verifyWishlistReferences(parts, wishlist) : [];
    };
    return [`w ${wishlistId}`, check];
  }
  switch (event.type) {
    case "customer.created":
    case "customer.updated":
    case "customer.deleted": {
      const address = { partition, id: slotName(event.storeKey, event.customerKey) };
      return [`c ${address.id}`, () => verifyCustomer(parts, address)];
    }
    case "catalogue.product.changed": {
      const address = { partition, id: slotName(event.storeKey, event.productKey) };
      return [`p ${address.id}`, () => verifyProduct(parts, address)];
    }
    default:
      return undefined;
  }
}

/**
 * Claims the missing references of the records that events name: a failover may have lost the claim, but not the
 * record. Records that cannot be decoded are skipped. A claim without its record needs no repair, because readers check
 * the record and another record can take over the reference.
 */
export async function reclaim(
  parts: ReferenceParts & { onUndecodable: OnUndecodable },
  events: readonly RelayedEvent[],
): Promise<Reclaimed> {
  const { onUndecodable } = parts;
  const checks = new Map<string, Check>();
  for (const event of events) {
    const found = checkOf(parts, event);
    if (!found) continue;
    const [name, check] = found;
    const { partition, event: about } = event;
    const label = () => ({ storeKey: about.storeKey, partition, id: name });
    checks.set(name, async () => (await doOrSkip(check, label, onUndecodable)) ?? []);
  }
  const reclaimed: Reclaimed = { claimed: 0, taken: [] };
  for (const check of checks.values())
    for (const missing of await check()) {
      if (await missing.repair()) reclaimed.claimed++;
      // The record may have released the reference in the meantime.
      else if (
        (await check()).some(({ index, detail }) => index === missing.index && detail === missing.detail)
      )
        reclaimed.taken.push({ index: missing.index, record: missing.record });
    }
  return reclaimed;
}
