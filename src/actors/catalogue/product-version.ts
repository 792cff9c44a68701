import { defined } from "../../collections/defined.ts";
import type { ProductRecord } from "../../store/records/catalogue.ts";
import type { HandlerRun } from "../handler.ts";
import { changed } from "../patch.ts";
import { isSameJson } from "../record-text.ts";
import { isOlderVersion, staysDeleted } from "../state/platform-update.ts";
import type { PutProduct } from "./messages.ts";

/** The change of a product by a row. */
export type PutRun = HandlerRun<PutProduct>;

/** Whether a row is older than the product. One that never had a time of its sender arrived when it last changed. */
export function isStale({ command, context }: PutRun, before: ProductRecord): boolean {
  const { updatedTime, modifiedTime, arrivedTime = updatedTime ? undefined : modifiedTime } = before;
  const sent = { updatedTime: command.product.updatedTime, arrivedTime: command.arrivedTime };
  return isOlderVersion(sent, { updatedTime, arrivedTime }, context.time);
}

/** Returns when the sender made the row, or when the row arrived if the sender gave no time. */
export const rowTimeOf = ({
  command: { product, arrivedTime },
  context,
}: Pick<PutRun, "command" | "context">) => product.updatedTime ?? arrivedTime ?? context.time;

/** Whether a late update is about a product that has been deleted. */
export const staysGone = (
  { command: { isNews, slot, product }, draft }: PutRun,
  before: ProductRecord | null,
) => isNews === true && before === null && staysDeleted(draft, slot, product.updatedTime ?? undefined);

/** Fields that every product has, with the values of a new one. */
const INITIAL = { title: "", status: "active", prerelease: false } as const;

/** Returns a field of every product after a row: null clears it, and an absent one stays. */
const fieldAfter = <Value>(sent: Value | null | undefined, known: Value, initial: Value): Value =>
  sent === null ? initial : (sent ?? known);

/** Returns the product after the change of its fields. */
export function productAfter({ command, context }: PutRun, before: ProductRecord | null): ProductRecord {
  const { productRef, title, status, prerelease, publishedTime, ...fields } = command.product;
  const { arrivedTime: _, ...known } = before ?? {
    productId: context.newProductId(command.key),
    productRef,
    ...INITIAL,
    createdTime: context.time,
    modifiedTime: context.time,
    variants: [],
  };
  const variants = new Set([...known.variants, ...command.variants.map(({ variantRef }) => variantRef)]);
  return {
    ...changed<ProductRecord>(known, fields),
    title: fieldAfter(title, known.title, INITIAL.title),
    status: fieldAfter(status, known.status, INITIAL.status),
    prerelease: fieldAfter(prerelease, known.prerelease, INITIAL.prerelease),
    // Null has a meaning here: the product is not published.
    ...defined({
      publishedTime,
      arrivedTime: fields.updatedTime ? undefined : rowTimeOf({ command, context }),
    }),
    variants: [...variants],
  };
}

/** Returns a product without a time of arrival that says nothing new. */
export function storedProduct({ arrivedTime, ...product }: ProductRecord): ProductRecord {
  const isKnown = !product.updatedTime && arrivedTime === product.modifiedTime;
  return isKnown || arrivedTime === undefined ? product : { ...product, arrivedTime };
}

/** Whether two versions of a product are the same, apart from their arrival. */
export function isSameProduct(before: ProductRecord | null, after: ProductRecord): boolean {
  const withoutArrival = ({ arrivedTime: _, ...product }: ProductRecord) => product;
  return before !== null && isSameJson(withoutArrival(before), withoutArrival(after));
}
