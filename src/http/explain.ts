import { isCheaper } from "../actors/alert/raise-alert.ts";
import { isInStock, isReleased, unitsOf } from "../actors/catalogue/availability.ts";
import { variantMarks, waitingName } from "../actors/wishlist/marks.ts";
import type { AlertLedger } from "../store/alert-ledger.ts";
import type { AlertType } from "../store/alerts.ts";
import type { Customers } from "../store/customers.ts";
import type { SlotAddress } from "../store/layout.ts";
import type { FoundVariant, Products } from "../store/products.ts";
import type { ItemRecord } from "../store/records.ts";
import type { AlertSettings } from "../store/settings.ts";
import type { WaitingLists } from "../store/waiting.ts";
import type { Wishlists } from "../store/wishlists.ts";
import { type Explanation, explainMail, type Rule } from "./explain-mail.ts";
import type { Session } from "./sessions.ts";

export interface ExplainParts {
  products: Products;
  customers: Customers;
  wishlists: Wishlists;
  alerts: AlertLedger;
  waiting: WaitingLists;
  /** Whether there is a mail server. */
  hasMail: boolean;
}

/** Why a customer was told, and whether by e-mail too, where there is anything to say of that. */
interface AlertExplanation extends Explanation {
  email?: Explanation;
}

const FLAGS: Record<AlertType, { setting: keyof AlertSettings; flag?: "notifyMe" | "prerelease" }> = {
  back_in_stock: { setting: "backInStock", flag: "notifyMe" },
  register_interest: { setting: "registerInterest", flag: "prerelease" },
  price_drop: { setting: "priceDrop" },
  low_stock: { setting: "lowStock" },
};

/** Wishes of a customer for a variant. */
async function wishesFor(
  { wishlists }: ExplainParts,
  address: SlotAddress,
  { product, variant }: FoundVariant,
): Promise<ItemRecord[]> {
  const marks = variantMarks({
    productId: product.productId,
    selectedVariantId: variant.variantId,
    productRef: product.productRef,
    selectedVariantRef: variant.variantRef,
  });
  const items = await wishlists.itemsWith(address, marks);
  return items.map((text) => JSON.parse(text) as ItemRecord);
}

/** Whether a wish's price has fallen by as much as the tenant asks for, in words. */
function priceRule(
  wishes: readonly ItemRecord[],
  { variant: { price, currency = "" } }: FoundVariant,
  { priceDropPercent: leastPercent, priceDropAmount: leastAmount }: AlertSettings,
): { passes: boolean; detail: string } {
  if (price === undefined) return { passes: false, detail: "The catalogue knows no price." };
  const told = wishes.flatMap(({ priceWhenAdded }) => priceWhenAdded ?? []);
  if (told.length === 0) return { passes: false, detail: "The price at the time of the wish is not known." };
  const now = { amount: price, currency, leastPercent, leastAmount };
  const passes = wishes.some((wish) => isCheaper(wish, { price: now }));
  const before = told.map(({ amount, currency: of }) => `${amount} ${of}`).join(", ");
  const least = `at least ${leastPercent} % and ${leastAmount} less`;
  return {
    passes,
    detail: `It was ${before} at the wish and is ${price} ${currency}; ${least} is asked for.`,
  };
}

/** Whether any of the wishes was for the variant before a time: it may have been for another one until then. */
async function isWishedBefore(
  { waiting }: ExplainParts,
  scope: string,
  { product, variant }: FoundVariant,
  wishes: readonly ItemRecord[],
  time: string,
): Promise<boolean> {
  const name = waitingName({ productRef: product.productRef, selectedVariantRef: variant.variantRef });
  const since = await waiting.since(
    scope,
    name,
    wishes.map(({ id }) => id),
  );
  return wishes.some(({ createdTime }, i) => (since[i] ?? Date.parse(createdTime)) < Date.parse(time));
}

/** When the variant became what the alert tells of, and its cycle. */
function riseOf({ variant }: FoundVariant, type: AlertType): { cycle: number; at: string | undefined } {
  switch (type) {
    case "back_in_stock":
      return { cycle: variant.cycle, at: variant.availableSince };
    case "register_interest":
      return { cycle: variant.releasedTime === undefined ? 0 : 1, at: variant.releasedTime };
    case "price_drop":
      return { cycle: variant.priceCycle, at: undefined };
    case "low_stock":
      return { cycle: variant.lowCycle, at: undefined };
  }
}

/** Goes through the rules that decide whether a customer is told of a variant, as they stand now. */
export async function explainAlert(
  parts: ExplainParts,
  { scope, tenant }: Session,
  asked: {
    address: SlotAddress | undefined;
    variantId: string | undefined;
    variantRef: string | undefined;
    type: AlertType | undefined;
  },
): Promise<AlertExplanation> {
  const { address, variantId, variantRef } = asked;
  const { alerts: settings } = tenant.settings;
  const rules: Rule[] = [];
  const add = (rule: string, passes: boolean, detail: string, at?: string) => {
    rules.push({ rule, outcome: passes ? "pass" : "block", detail, ...(at === undefined ? {} : { at }) });
    return passes;
  };
  const end = (decision?: string): Explanation => {
    const blocking = rules.find(({ outcome }) => outcome === "block");
    return { decision: decision ?? (blocking ? `blocked by ${blocking.rule}` : "waiting"), rules };
  };

  const customer = address && (await parts.customers.at(address));
  if (
    !add(
      "customer",
      customer !== undefined,
      customer ? "The customer is known." : "There is no such customer.",
    )
  )
    return end();
  const [found] = await parts.products.variantsWith(scope, { variantId, variantRef });
  const known = found
    ? "The catalogue knows the variant."
    : "The catalogue does not know the variant: the wish waits.";
  if (!add("catalogue", found !== undefined, known) || !found || !address) return end();

  const wishes = await wishesFor(parts, address, found);
  const [wish] = wishes;
  const type: AlertType =
    asked.type ?? (wishes.some(({ prerelease }) => prerelease) ? "register_interest" : "back_in_stock");
  const { setting, flag } = FLAGS[type];
  add(
    "setting",
    settings[setting] === true,
    `The tenant's setting alerts.${setting} is ${String(settings[setting])}.`,
  );
  if (
    !add(
      "wish",
      wish !== undefined,
      wish ? `${wishes.length} wish for the variant.` : "No wish for the variant.",
    )
  )
    return end();
  if (flag !== undefined) {
    const asks = wishes.some((item) => item[flag]);
    add("flag", asks, asks ? `The wish has ${flag}.` : `No wish has ${flag}.`);
  }
  const isSilent = wishes.every(({ disableNotification }) => disableNotification);
  add(
    "notification",
    !isSilent,
    isSilent ? "disableNotification is set." : "Notifications are not disabled.",
  );
  const isBought = wishes.every(({ purchased }) => purchased);
  add("purchased", !isBought, isBought ? "It is bought." : "It is not bought.");

  const { product, variant } = found;
  const isVisible = isReleased(product, Date.now());
  add(
    "released",
    isVisible,
    isVisible
      ? "The product is released."
      : `The product is ${product.prerelease ? "not released" : product.status}.`,
  );
  const units = unitsOf(variant.stock);
  const stock = units === undefined ? "unknown" : units === null ? "not tracked" : units.toString();
  const isEnough =
    isInStock(variant, settings.threshold) || (type === "register_interest" && units === undefined);
  add("stock", isEnough, `Stock is ${stock}, the threshold ${settings.threshold}.`, variant.availableSince);
  const rise = riseOf(found, type);
  const isEarly = rise.at === undefined || (await isWishedBefore(parts, scope, found, wishes, rise.at));
  add(
    "before the rise",
    isEarly,
    isEarly ? "It was wished for before." : "It was wished for after; the next rise counts.",
    rise.at,
  );

  if (type === "price_drop") {
    const { passes, detail } = priceRule(wishes, found, settings);
    add("price", passes, detail);
  }

  const ledger = await parts.alerts.of(address);
  const row = ledger.findLast(
    (alert) => alert.type === type && alert.variantId === variant.variantId && alert.cycle === rise.cycle,
  );
  const email = customer && explainMail({ customer, type, settings, hasMail: parts.hasMail, told: row });
  if (row) {
    add("told once", false, `The customer was told in cycle ${rise.cycle}: ${row.status}.`, row.createdTime);
    return { ...end("told"), ...(email ? { email } : {}) };
  }
  add("told once", true, `Not told in cycle ${rise.cycle}.`);
  const held = rise.at === undefined ? 0 : Date.parse(rise.at) + settings.holdSeconds * 1000;
  if (held > Date.now())
    add("hold", false, `Held for ${settings.holdSeconds} s.`, new Date(held).toISOString());
  return { ...end(), ...(email ? { email } : {}) };
}
