import { contactClaims } from "../../actors/customer/contact-claims.ts";
import { productHolder } from "../../store/ids/ids.ts";
import type { RecordAddress } from "../../store/keys/key-space.ts";
import { variantNames } from "../../store/keys/names.ts";
import { partsOfSlot } from "../../store/keys/slots.ts";
import type { IndexedWishlist, IndexReads } from "../../store/maintenance/index-reads.ts";
import type { Claim } from "../../store/records/records.ts";
import type { References } from "../../store/references/references.ts";
import type { Inconsistency } from "./inconsistency.ts";

export interface ReferenceParts {
  reads: IndexReads;
  references: References;
  now: () => number;
}

/** Finds claims that are missing from the index of references. */
async function verifyClaims(
  { references, now }: ReferenceParts,
  claims: readonly Claim[],
  { record, version }: { record: string; version: string },
): Promise<Inconsistency[]> {
  const isEntered = await Promise.all(
    // Version 0.1.0 entered a product under its id, which is also the name of the record.
    claims.map(
      async (claim) =>
        (await references.isEntered(claim)) ||
        (claim.holder !== record && (await references.isEntered({ ...claim, holder: record }))),
    ),
  );
  return claims
    .filter((_, i) => isEntered[i] === false)
    .map((claim) => ({
      ...{ index: claim.reference, what: "missing", record, detail: `${claim.value} ${version}` },
      repair: () => references.claimHeld({ ...claim, at: now() }),
    }));
}

/** Finds missing references of a wishlist and of its items: the wishlist is not found by them. */
export function verifyWishlistReferences(
  parts: ReferenceParts,
  { id: holder, meta, items }: IndexedWishlist,
): Promise<Inconsistency[]> {
  const { storeKey, wishlistRef, version } = meta;
  const itemRefs = [...items.values()].flatMap(({ wishlistItemRef }) => wishlistItemRef ?? []);
  const claims: Claim[] = [
    ...(wishlistRef === null
      ? []
      : [{ reference: "wishlistRef" as const, storeKey, value: wishlistRef, holder }]),
    ...itemRefs.map((value) => ({ reference: "itemRef" as const, storeKey, value, holder })),
  ];
  return verifyClaims(parts, claims, { record: holder, version });
}

/** Finds missing references of a customer, which is not found by its e-mail address or phone number. */
export async function verifyCustomer(
  parts: ReferenceParts,
  { partition, id: slot }: RecordAddress,
): Promise<Inconsistency[]> {
  const customer = await parts.reads.customer(partition, slot);
  if (!customer) return [];
  const { record, version } = customer;
  const { svc_customer_id: holder } = record;
  const claims = contactClaims(partsOfSlot(slot).storeKey, record, holder);
  return verifyClaims(parts, claims, { record: holder, version });
}

/** Finds missing references of a product, which is not found by the names of its variants. */
export async function verifyProduct(
  parts: ReferenceParts,
  { partition, id: slot }: RecordAddress,
): Promise<Inconsistency[]> {
  const product = await parts.reads.product(partition, slot);
  if (!product) return [];
  const { productId, modifiedTime } = product.record;
  const { storeKey } = partsOfSlot(slot);
  const holder = productHolder(productId);
  const claims = product.variants.flatMap((variant) =>
    variantNames(variant).map((value) => ({ reference: "variant" as const, storeKey, value, holder })),
  );
  return verifyClaims(parts, claims, { record: productId, version: modifiedTime });
}
