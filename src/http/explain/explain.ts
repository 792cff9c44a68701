import { notifiedBefore } from "../../actors/alert/alert-name.ts";
import { isBlocking, judge, type Verdict, verdictOf } from "../../actors/alert/judge.ts";
import { lastOf, occasionOf } from "../../actors/alert/occasion.ts";
import type { AlertRule } from "../../actors/alert/rule-codes.ts";
import { type NotifiedBefore, RULES, type VariantFacts, waitsForRelease } from "../../actors/alert/rules.ts";
import { variantFactsOf } from "../../actors/alert/variant-facts.ts";
import { waitingWith } from "../../actors/wishlist/items/waiting.ts";
import { variantTerms } from "../../actors/wishlist/state/item-index.ts";
import type { FoundCustomer } from "../../ingest/named-customer.ts";
import type { AlertLedger } from "../../store/read/alert-ledger.ts";
import { identityOf, type Products } from "../../store/read/products.ts";
import type { FoundVariant, VariantNames } from "../../store/read/variant-search.ts";
import type { Wishlists } from "../../store/read/wishlists.ts";
import type { AlertRecord, AlertType } from "../../store/records/alerts.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import { explainMail, type Explanation, type MailExplanation } from "./mail.ts";

/** Maximum number of variants with the same name whose wishes are looked up. */
const MAX_CANDIDATES = 20;

export interface ExplainParts {
  products: Pick<Products, "variantsWith" | "find">;
  wishlists: Pick<Wishlists, "itemsWith">;
  alerts: Pick<AlertLedger, "namedOf">;
  /** Whether there is a mail server. */
  hasMail: boolean;
  /** The clock of Redis, which also times alerts. */
  now: Now;
}

/** Why a customer was notified or not, and whether also by e-mail, if that is known. */
interface AlertExplanation extends Explanation {
  email?: MailExplanation;
}

/** The customer, the variant and the type of alert to explain. */
interface ExplainQuery {
  customer: FoundCustomer | undefined;
  productRef: string | undefined;
  names: VariantNames;
  type: AlertType | undefined;
}

const simpleVerdict = (rule: AlertRule, passes: boolean, detail: string): Verdict => ({
  rule,
  outcome: passes ? "pass" : "block",
  detail,
});

function explanationOf(rules: Verdict[]): Explanation {
  const blocking = rules.find(isBlocking);
  return { decision: blocking ? `blocked by ${blocking.rule}` : "waiting", rules };
}

/** Returns the entries of a customer's ledger for a variant, and the last alert. */
function notifiedOf(
  ledger: Awaited<ReturnType<AlertLedger["namedOf"]>>,
  found: FoundVariant,
  facts: VariantFacts,
): { notified: NotifiedBefore; last: AlertRecord | undefined } {
  const byName = new Map(ledger.map(({ field, record }) => [field, record]));
  const named = { ...occasionOf(facts), variant: identityOf(found) };
  const notified = notifiedBefore(named, (name) => byName.get(name) ?? null);
  const isOfVariant = ({ record: { type, variantId } }: (typeof ledger)[number]) =>
    type === facts.alert && variantId === found.variant.variantId;
  return {
    notified,
    last: notified.alert ?? (notified.firstDrop ? ledger.findLast(isOfVariant)?.record : undefined),
  };
}

/**
 * Returns the rule of the hold time, during which no customer is notified. For a release that did not last, customers
 * are notified when the variant can be bought again, and the hold time starts then.
 */
function holdOf({ alert, variant, settings, now }: VariantFacts): Verdict[] {
  const later = alert === "register_interest" ? [variant.availableSince, variant.buyableSince] : [];
  const holdMs = settings.holdSeconds * 1000;
  const times = [lastOf(variant, alert).since, ...later].filter((since) => since !== undefined);
  const end = Math.max(0, ...times.map((since) => Date.parse(since) + holdMs));
  if (end <= now) return [];
  return [
    {
      ...simpleVerdict("hold", false, `The hold time is ${settings.holdSeconds} s.`),
      at: new Date(end).toISOString(),
    },
  ];
}

const isNotifiedOnce = (verdict: Verdict) => verdict.rule === "told once" && isBlocking(verdict);

/** Checks the rules for a customer who has wishes for a variant. */
async function explainWishes(
  { alerts, hasMail }: ExplainParts,
  { address, record: customer }: FoundCustomer,
  { wishes, found }: { wishes: ItemRecord[]; found: FoundVariant },
  facts: VariantFacts,
  rules: Verdict[],
): Promise<AlertExplanation> {
  const { notified, last } = notifiedOf(await alerts.namedOf(address), found, facts);
  const verdicts = judge(wishes, facts, notified);
  const isNotified = verdicts.some(isNotifiedOnce);
  const all = [...rules, ...verdicts, ...(isNotified ? [] : holdOf(facts))];
  const { alert: type, settings } = facts;
  return {
    ...explanationOf(all),
    ...(isNotified ? { decision: "told" } : {}),
    email: explainMail({ customer, type, settings, hasMail, alert: last }),
  };
}

/**
 * Returns the variant that is meant, and the customer's wishes for it. If several products have a variant with this
 * name, it is the one that the customer wishes for; of several such products, one.
 */
async function wishedVariant(
  { products, wishlists }: ExplainParts,
  storeKey: string,
  { customer, productRef, names }: Pick<ExplainQuery, "productRef" | "names"> & { customer: FoundCustomer },
): Promise<{ found: FoundVariant | undefined; items: ItemRecord[] }> {
  const all = await products.variantsWith(storeKey, names, productRef);
  for (const found of all.slice(0, MAX_CANDIDATES)) {
    const terms = variantTerms(identityOf(found));
    const items = await wishlists.itemsWith(storeKey, customer.address, terms);
    if (items.length > 0) return { found, items };
  }
  return { found: all[0], items: [] };
}

/**
 * Returns why the catalogue does not have a variant. A product without variants is often wished for under its own
 * reference.
 */
async function whyUnknown(
  { products }: ExplainParts,
  storeKey: string,
  { productRef, names }: Pick<ExplainQuery, "productRef" | "names">,
): Promise<string> {
  const { product } = (await products.find(storeKey, productRef ?? names.variantRef ?? "")) ?? {};
  if (!product) return "The catalogue does not have the variant: the wish waits for it.";
  return product.variants.length === 0
    ? `The catalogue has the product ${product.productRef}, but without variants: the wish waits for one.`
    : `The catalogue has the product ${product.productRef}, but not this variant: the wish waits for it.`;
}

/** Checks the rules that decide whether a customer is notified about a variant, against the current data. */
export async function explainAlert(
  parts: ExplainParts,
  { storeKey, tenant }: { storeKey: string; tenant: Pick<Tenant, "settings" | "storedSettings"> },
  { customer, productRef, names, type }: ExplainQuery,
): Promise<AlertExplanation> {
  const rules = [
    simpleVerdict(
      "customer",
      customer !== undefined,
      customer ? "The customer is known." : "There is no such customer.",
    ),
  ];
  if (!customer) return explanationOf(rules);

  const { found, items } = await wishedVariant(parts, storeKey, { customer, productRef, names });
  const known = found
    ? "The catalogue has the variant."
    : await whyUnknown(parts, storeKey, { productRef, names });
  rules.push(simpleVerdict("catalogue", found !== undefined, known));
  if (!found) return explanationOf(rules);

  const { variant } = found;
  const wishes = items.map((item) => waitingWith(item, customer.record));
  const isReleaseMeant = wishes.some((item) => waitsForRelease(item, variant));
  const alert = type ?? (isReleaseMeant ? "register_interest" : "back_in_stock");
  const facts = variantFactsOf(tenant, storeKey, alert, found, parts.now());
  const count =
    wishes.length === 1
      ? "The customer has a wish for the variant."
      : `The customer has ${wishes.length} wishes for the variant. The rules are shown for the wish that meets the most of them.`;
  rules.push(
    ...RULES.tenant.map((rule) => verdictOf(rule, facts)),
    simpleVerdict(
      "wish",
      wishes.length > 0,
      wishes.length > 0 ? count : "The customer has no wish for the variant.",
    ),
  );
  if (wishes.length === 0) return explanationOf(rules);
  return explainWishes(parts, customer, { wishes, found }, facts, rules);
}
