import type { Layout } from "../../store/layout/layout.ts";
import type { Products } from "../../store/read/products.ts";
import type { ProductRecord, VariantRecord } from "../../store/records/catalogue.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import type { MailLanguage } from "../../store/tenants/settings/settings.ts";
import { shorten } from "../../text/shorten.ts";
import { oneLine, shownPrice, shownVariant } from "../../text/shown.ts";
import { productPage, webAddress } from "../../text/web-address.ts";
import type { SharedItem } from "./shared-lists.ts";

/** An item of a shared wishlist, as the page shows it. */
export interface Card {
  id: string;
  title: string;
  variant: string | undefined;
  price: string | undefined;
  url: string | undefined;
  imageUrl: string | undefined;
  quantity: number;
  /** Units that were bought. */
  bought: number;
}

/** Maximum length of an address; longer ones are not shown, because they would make the page large. */
const MAX_ADDRESS = 500;
const MAX_TITLE = 200;

/** Returns an address if it is short enough for a page. */
export const shortUrl = (address: string | undefined): string | undefined =>
  address !== undefined && address.length <= MAX_ADDRESS ? address : undefined;
const isSecure = (address: string | undefined) => address?.startsWith("https:") === true;

type Known = { product: ProductRecord; variant?: VariantRecord } | undefined;

/** Finds a wished variant, or at least its product, in the catalogue. */
async function productOf(
  { products, layout }: { products: Products; layout: Layout },
  storeKey: string,
  { productId, productRef, selectedVariantRef }: ProductIdentity,
): Promise<Known> {
  const address =
    productRef === undefined
      ? products.addressOf(storeKey, productId ?? "")
      : layout.slotOf("product", storeKey, productRef);
  if (!address) return undefined;
  const found =
    selectedVariantRef === undefined ? undefined : await products.variantAt(address, selectedVariantRef);
  if (found) return found;
  const product = await products.recordAt(address);
  return product && { product };
}

/** Returns the card of an item, with data of the catalogue. Without a catalogue, the card only has the reference. */
export function cardOf(
  item: SharedItem,
  known: Known,
  { language, shopUrl }: { language: MailLanguage; shopUrl: string | undefined },
): Card {
  const { id, product, purchased, quantity = 1, purchasedQuantity = 0 } = item;
  const { product: found, variant } = known ?? {};
  const variantTitle = shownVariant(variant?.title);
  const reference = product.productRef ?? product.productId ?? "";
  const image = webAddress(found?.imageUrl);
  return {
    id,
    title: shorten(oneLine(found?.title ?? "") || reference, MAX_TITLE),
    variant: variantTitle === undefined ? undefined : shorten(variantTitle, MAX_TITLE),
    price: shownPrice(language, variant?.price, variant?.currency),
    url: found?.status === "active" ? shortUrl(productPage(found, shopUrl)) : undefined,
    imageUrl: isSecure(image) ? shortUrl(image) : undefined,
    quantity,
    bought: Math.min(quantity, purchased ? quantity : purchasedQuantity),
  };
}

/** Returns the cards of items. Each product is looked up separately, in its own partition. */
export const cardsOf = (
  parts: { products: Products; layout: Layout },
  storeKey: string,
  items: readonly SharedItem[],
  view: { language: MailLanguage; shopUrl: string | undefined },
): Promise<Card[]> =>
  Promise.all(items.map(async (item) => cardOf(item, await productOf(parts, storeKey, item.product), view)));
