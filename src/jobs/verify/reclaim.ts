import { partitionOfWishlist } from "../../store/ids.ts";
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

/** Finds what is missing of a record's references. */
type Look = () => Promise<Inconsistency[]>;

/** References of the records that events name. */
interface Reclaimed {
  /** Number of references that were claimed again. */
  claimed: number;
  /** Those that another record holds meanwhile. */
  taken: Pick<Inconsistency, "index" | "record">[];
}

/** The look at the record that an event names; its name is the same for the same record. */
function lookAt(parts: ReferenceParts, { partition, event }: RelayedEvent): [string, Look] | undefined {
  const { type, storeKey, wishlistId, customerKey, productKey } = event;
  if (wishlistId !== undefined) {
    const home = partitionOfWishlist(wishlistId);
    if (home === undefined) return undefined;
    const look = async () => {
      const wishlist = await parts.reads.wishlist(home, wishlistId);
      return wishlist ? verifyWishlistReferences(parts, wishlist) : [];
    };
    return [`w ${wishlistId}`, look];
  }
  if (type.startsWith("customer.") && customerKey !== undefined) {
    const address = { partition, id: slotName(storeKey, customerKey) };
    return [`c ${address.id}`, () => verifyCustomer(parts, address)];
  }
  if (type === "catalogue.product.changed" && productKey !== undefined) {
    const address = { partition, id: slotName(storeKey, productKey) };
    return [`p ${address.id}`, () => verifyProduct(parts, address)];
  }
  return undefined;
}

/**
 * Claims again the references of the records that events name, where the record has survived a failover and the claim
 * has not, as far as the record can be decoded. A claim without its record needs no repair: readers check the record, and who wants the reference takes it over.
 */
export async function reclaim(
  parts: ReferenceParts & { onUndecodable: OnUndecodable },
  events: readonly RelayedEvent[],
): Promise<Reclaimed> {
  const { onUndecodable } = parts;
  const looks = new Map<string, Look>();
  for (const event of events) {
    const found = lookAt(parts, event);
    if (!found) continue;
    const [name, look] = found;
    const { partition, event: about } = event;
    const label = () => ({ storeKey: about.storeKey, partition, id: name });
    looks.set(name, async () => (await doOrSkip(look, label, onUndecodable)) ?? []);
  }
  const reclaimed: Reclaimed = { claimed: 0, taken: [] };
  for (const look of looks.values())
    for (const missing of await look()) {
      if (await missing.repair()) reclaimed.claimed++;
      // The record may have given it up meanwhile.
      else if (
        (await look()).some(({ index, detail }) => index === missing.index && detail === missing.detail)
      )
        reclaimed.taken.push({ index: missing.index, record: missing.record });
    }
  return reclaimed;
}
