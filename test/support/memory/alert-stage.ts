import type { RaiseAlerts } from "../../../src/actors/alert/messages.ts";
import { occasionOf } from "../../../src/actors/alert/occasion.ts";
import { mayBeMeant, mayNotify, SWITCHES, type VariantFacts } from "../../../src/actors/alert/rules.ts";
import { variantFactsOf } from "../../../src/actors/alert/variant-facts.ts";
import type { ProductFields, VariantFields } from "../../../src/actors/catalogue/messages.ts";
import { priceOf } from "../../../src/actors/catalogue/prices.ts";
import type { Command } from "../../../src/actors/command.ts";
import type { VariantChanged } from "../../../src/actors/events/event.ts";
import { explainAlert } from "../../../src/http/explain/explain.ts";
import { parseItemId } from "../../../src/store/ids/ids.ts";
import { identityOf } from "../../../src/store/read/products.ts";
import { ALERT_TYPES, type AlertRecord, type AlertType } from "../../../src/store/records/alerts.ts";
import type { ProductRecord, VariantRecord } from "../../../src/store/records/catalogue.ts";
import type { Customer, ItemRecord } from "../../../src/store/records/records.ts";
import { datedFields } from "../../../src/store/tenants/settings/dated-settings.ts";
import type { AlertSettings } from "../../../src/store/tenants/settings/settings.ts";
import { readSettings, settingChanges } from "../../../src/store/tenants/settings/stored-settings.ts";
import { ledgerIn } from "./explained.ts";
import { MemoryPartition } from "./partition.ts";
import { MemoryWaiting } from "./waiting.ts";

const STORE = "s";
const storeKey = `t/${STORE}`;
const CUSTOMER = "t/s:ann";
const ann = { storeKey, slot: CUSTOMER, key: "ann" };
const PRODUCT = "t/s:tent";

const TYPES: Readonly<Record<VariantChanged["type"], AlertType>> = {
  "catalogue.variant.available": "back_in_stock",
  "catalogue.variant.released": "register_interest",
  "catalogue.variant.price_dropped": "price_drop",
  "catalogue.variant.low_stock": "low_stock",
};

export interface Flags {
  notifyMe?: boolean;
  prerelease?: boolean;
  disableNotification?: boolean;
}

/** One customer with some wishlists, and one product with some variants, in memory. Tests run the waves themselves. */
export class AlertStage {
  #stored = settingChanges({ alerts: { priceDrop: true, lowStock: true, holdSeconds: 0 } }, STORE).set;
  readonly store = new MemoryPartition();
  thresholds = { threshold: 1, lowStockThreshold: 3 };
  readonly #lists = new Map<string, string>();
  /** Events whose waves have not run yet. */
  readonly #waves: VariantChanged[] = [];
  #seen = 0;
  readonly #waiting = new MemoryWaiting();
  #claims = 0;

  constructor() {
    this.#create();
  }

  #create(): void {
    this.run({ type: "CreateCustomer", ...ann, ref: "ann", fields: {} });
  }

  /** Deletes the customer, and creates one with the same reference, who gets the wishlists. */
  recreate(): void {
    this.run({ type: "DeleteCustomer", ...ann, id: "ann", withWishlists: false });
    this.#create();
  }

  /** Adds a wish of a guest. */
  guestWish(flags: Flags): ItemRecord {
    const bob = { storeKey, slot: "t/s:bob", key: "bob" };
    const run = (command: Command) => {
      const decision = this.store.run(command);
      if (!decision.ok) throw new Error(`${command.type}: ${decision.detail}`);
      return decision.body;
    };
    run({ type: "UpsertCustomer", ...bob, ref: "bob", fields: {} });
    const list = run({ type: "CreateWishlist", ...bob, fields: { name: "guest" } }) as { id: string };
    const item = { ...this.#wished("v1"), ...flags };
    const wish = run({ type: "AddItem", storeKey, wishlistId: list.id, item, allowDuplicates: false });
    // Guests are in no waiting list.
    this.#seen = this.store.events.length;
    return wish as ItemRecord;
  }

  /** Gives the customer a guest's wish. */
  claim(item: ItemRecord): void {
    const { id, createdTime, modifiedTime } = item;
    const record = { id: item.wishlistId, name: "guest", deleted: false, isPrivate: false };
    const { wishlistId } = this.run({
      type: "AcceptHandover",
      ...ann,
      ...{ mode: "merge", most: 100, allowDuplicates: false, number: ++this.#claims, guestWishlistId: id },
      record: { ...record, customerId: "", customerRef: "", createdTime, modifiedTime },
      items: [item],
    }) as { wishlistId: string };
    this.#lists.set("default", wishlistId);
  }

  /** Moves a wish to another list. */
  moveTo(item: ItemRecord, list: string): void {
    const to = this.#list(list);
    if (item.wishlistId === to) return;
    const { number, ...from } = this.#place(item);
    const how = { to: { wishlistId: to }, items: [number], pointers: ["/itemId/0"] };
    this.run({ type: "MoveItems", ...from, ...how, isCopy: false, allowDuplicates: false });
  }

  run(command: Command): unknown {
    const decision = this.store.run(command);
    if (!decision.ok) throw new Error(`${command.type}: ${decision.detail}`);
    const events = this.store.events.slice(this.#seen);
    this.#seen = this.store.events.length;
    this.#waves.push(...events.filter((event): event is VariantChanged => event.type in TYPES));
    this.#waiting.follow(events);
    return decision.body;
  }

  feed(variant: Partial<VariantFields>, product: Partial<ProductFields> = {}): void {
    const named = { variantRef: "v1", ...variant };
    this.run({
      type: "PutProduct",
      storeKey,
      slot: PRODUCT,
      key: "tent",
      product: { productRef: "tent", title: "Tent", ...product },
      variants: [named],
      currency: null,
      thresholds: this.thresholds,
    });
  }

  product(): ProductRecord | null {
    return this.store.value({ kind: "product", id: PRODUCT }) as ProductRecord | null;
  }

  variant(variantRef = "v1"): VariantRecord | null {
    return this.store.value({ kind: "variant", id: PRODUCT, field: variantRef }) as VariantRecord | null;
  }

  /** Returns the fields that the catalogue adds to a new wish. */
  #wished(variantRef: string) {
    const variant = this.variant(variantRef);
    const price = variant && priceOf(variant);
    return {
      product: { productRef: "tent", selectedVariantRef: variantRef },
      ...(price ? { priceWhenAdded: price } : {}),
    };
  }

  /** Returns the id of the customer's list with this name. */
  listId(name: string): string | undefined {
    return this.#lists.get(name);
  }

  #list(name: string): string {
    let id = this.#lists.get(name);
    if (id === undefined) {
      const fields = { name };
      const place = { storeKey, slot: CUSTOMER, key: "ann", customerRef: "ann" };
      ({ id } = this.run({ type: "CreateWishlist", ...place, fields }) as { id: string });
      this.#lists.set(name, id);
    }
    return id;
  }

  wish(flags: Flags = {}, list = "a", variantRef = "v1"): ItemRecord {
    const wishlistId = this.#list(list);
    const item = { ...this.#wished(variantRef), ...flags };
    return this.run({ type: "AddItem", storeKey, wishlistId, item, allowDuplicates: false }) as ItemRecord;
  }

  wishes(): ItemRecord[] {
    const wishes = [...this.#lists.values()].flatMap((id) => this.store.all("item", id));
    return wishes.map(({ value }) => value).sort((a, b) => (a.createdTime < b.createdTime ? -1 : 1));
  }

  #place(item: ItemRecord) {
    return { storeKey, wishlistId: item.wishlistId, number: parseItemId(item.id)?.number ?? 0 };
  }

  change(item: ItemRecord, changes: Flags): void {
    this.run({ type: "UpdateItem", ...this.#place(item), changes });
  }

  move(item: ItemRecord, variantRef: string): void {
    const { product, ...price } = this.#wished(variantRef);
    const { selectedVariantRef = "" } = item.product;
    const changes = { product: { ...product, oldVariantRef: selectedVariantRef }, ...price };
    this.run({ type: "UpdateItem", ...this.#place(item), changes });
  }

  remove(item: ItemRecord): void {
    this.run({ type: "RemoveItem", ...this.#place(item) });
  }

  #found(variantRef = "v1") {
    const [product, variant] = [this.product(), this.variant(variantRef)];
    return product && variant && { product, variant, address: { partition: 3, slot: PRODUCT, key: "tent" } };
  }

  get #tenant() {
    return { settings: readSettings(this.#stored, STORE), storedSettings: this.#stored };
  }

  get settings(): AlertSettings {
    return this.#tenant.settings.alerts;
  }

  /** Returns the facts of a variant that the rules check. Throws if the catalogue does not have it. */
  facts(alert: AlertType, variantRef = "v1"): VariantFacts {
    const found = this.#found(variantRef);
    if (!found) throw new Error(`${variantRef} is not in the catalogue`);
    return variantFactsOf(this.#tenant, storeKey, alert, found, Date.now());
  }

  /** Enables or disables a type of alert, after the waves of all events so far. */
  setEnabled(alert: AlertType, isEnabled: boolean): void {
    const changes = { alerts: { [SWITCHES[alert].setting]: isEnabled } };
    this.store.pass(1); // Two switches in one millisecond cannot be distinguished.
    const { dated } = datedFields(changes, this.#stored, STORE, new Date(this.store.now).toISOString());
    this.#stored = { ...this.#stored, ...settingChanges(changes, STORE).set, ...dated };
  }

  /** Runs the oldest waves that have not run yet, all or some of them. */
  runWaves(count = this.#waves.length): void {
    for (const event of this.#waves.splice(0, count)) this.#runWave(event);
  }

  get pendingWaves(): number {
    return this.#waves.length;
  }

  #runWave({ type, variantRef, cycle, since }: VariantChanged): void {
    const alert = TYPES[type];
    const found = this.#found(variantRef);
    if (!found) return;
    const facts = this.facts(alert, variantRef);
    if (occasionOf(facts).cycle !== cycle || !mayNotify(facts)) return;
    this.raise(alert, since, variantRef);
  }

  /** Raises an alert about a variant for the customer, as a wave does. */
  raise(alert: AlertType, since: string, variantRef = "v1"): void {
    const found = this.#found(variantRef);
    if (!found) return;
    const { variant } = found;
    const occasion = { ...occasionOf(this.facts(alert, variantRef)), since };
    const itemIds = this.wishes()
      .filter((item) => mayBeMeant({ item, occasion }) && item.product.selectedVariantRef === variantRef)
      .filter((item) => this.#waiting.isBefore(item, since))
      .map(({ id }) => id);
    if (itemIds.length === 0) return;
    const { price, currency } = variant;
    const command: RaiseAlerts = {
      type: "RaiseAlerts",
      storeKey,
      customers: [{ slot: CUSTOMER, key: "ann", itemIds }],
      variant: identityOf(found),
      ...occasion,
      isMailed: true,
      about: {
        title: "Tent",
        productId: found.product.productId,
        ...(price === undefined ? {} : { price }),
        ...(currency === undefined ? {} : { currency }),
      },
    };
    this.run(command);
  }

  alerts(): AlertRecord[] {
    return this.store
      .all("alert", CUSTOMER)
      .map(({ value }) => value)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Returns the decision of `alerts/explain` about an alert. */
  async explain(alert: AlertType, variantRef = "v1"): Promise<string> {
    const found = this.#found(variantRef);
    const { record } = this.store.value({ kind: "customer", id: CUSTOMER }) as Customer;
    const wishes = this.wishes().filter(({ product }) => product.selectedVariantRef === variantRef);
    const parts = {
      products: {
        variantsWith: () => Promise.resolve(found ? [found] : []),
        find: () => Promise.resolve(undefined),
      },
      wishlists: { itemsWith: () => Promise.resolve(wishes) },
      ...{ alerts: ledgerIn(this.store), hasMail: false, now: () => Date.now() },
    };
    const customer = record ? { address: { partition: 3, ...ann }, record } : undefined;
    const asked = { customer, productRef: undefined, names: { variantRef }, type: alert };
    return (await explainAlert(parts, { storeKey, tenant: this.#tenant }, asked)).decision;
  }

  /** Returns the types of alerts that the customer waits for, according to `alerts/explain`. */
  async awaited(): Promise<AlertType[]> {
    const decisions = await Promise.all(ALERT_TYPES.map((type) => this.explain(type)));
    return ALERT_TYPES.filter((_, i) => decisions[i] === "waiting");
  }
}
