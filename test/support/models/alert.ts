import type { AlertStep } from "../../actors/alert/alert-model.test.ts";

interface ModelWish {
  notifyMe: boolean;
  prerelease: boolean;
  disableNotification: boolean;
  /** Number of the step since which it has these flags. */
  since: number;
  /** The price with which later prices are compared; set when the first price is known. */
  price: { amount: number; currency: string; text: string } | null;
  /** The first price in each currency that was sent with the wish. */
  firsts: Map<string, { amount: number; text: string }>;
}

/** The rules in their simplest form, for waves that run immediately. */
export class AlertModel {
  readonly alerts: string[] = [];
  readonly #wishes = new Map<string, ModelWish>();
  #now = 0;
  #isKnown = false;
  #status = "active";
  #isPrerelease = false;
  #units: number | null | undefined;
  #price: ModelWish["price"] = null;
  /** The price at which it could be bought before the step. */
  #offered: ModelWish["price"] = null;
  /** Whether stock has risen since the last alert that was possible. */
  #isNewStock = true;
  #wasAvailable = false;
  #wasBuyable = false;
  #wasLow = false;
  #releasedAt: number | undefined;
  #isReleaseTold = false;
  /** Whether the release was notified before the last rise of the stock. */
  #hadRelease = false;
  #isRiseTold = false;
  /** The steps of the last rise that counts, and of the last end of its availability. */
  #cycle: { from: number; to: number | undefined } = { from: 0, to: undefined };
  readonly #lowestTold = new Map<string, number>();

  get #isShown(): boolean {
    return this.#isKnown && this.#status === "active" && !this.#isPrerelease;
  }

  get #isStocked(): boolean {
    return this.#units === null || (this.#units ?? 0) >= 1;
  }

  play(step: AlertStep): void {
    this.#now++;
    switch (step.do) {
      case "stock":
        this.#units = step.available;
        break;
      case "price":
        this.#price =
          step.price === null
            ? null
            : { amount: Number(step.price), currency: step.currency, text: step.price };
        break;
      case "status":
        this.#status = step.status;
        break;
      case "prerelease":
        this.#isPrerelease = step.prerelease;
        break;
      case "wish":
        return this.#wish(step.list, step.flags);
      case "change":
        return this.#change(step.list, step.flags);
      case "remove":
        this.#wishes.delete(step.list);
        return;
    }
    this.#isKnown = true;
    this.#notePrice();
    this.#tell();
  }

  #wish(list: string, flags: Partial<ModelWish>): void {
    if (this.#wishes.has(list)) return this.#change(list, flags);
    this.#wishes.set(list, {
      notifyMe: flags.notifyMe ?? false,
      prerelease: flags.prerelease ?? false,
      disableNotification: flags.disableNotification ?? false,
      since: this.#now,
      price: this.#price,
      firsts: new Map(),
    });
  }

  #change(list: string, flags: Partial<ModelWish>): void {
    const wish = this.#wishes.get(list);
    if (!wish) return;
    const before = { ...wish };
    Object.assign(wish, flags);
    const asksForMore =
      (wish.notifyMe && !before.notifyMe) ||
      wish.prerelease !== before.prerelease ||
      (before.disableNotification && !wish.disableNotification);
    if (asksForMore) wish.since = this.#now;
  }

  /** A wish is compared with the first price in a currency that is known later, if it has none in that currency. */
  #notePrice(): void {
    const price = this.#price;
    if (!price) return;
    for (const wish of this.#wishes.values())
      if (!wish.firsts.has(price.currency)) wish.firsts.set(price.currency, price);
  }

  /** Returns the wishes that the event concerns. */
  #asking(isMeant: (wish: ModelWish) => boolean): number {
    return [...this.#wishes.values()].filter((wish) => !wish.disableNotification && isMeant(wish)).length;
  }

  #waitsForRelease(wish: ModelWish): boolean {
    return wish.prerelease && (this.#releasedAt === undefined || wish.since < this.#releasedAt);
  }

  #tell(): void {
    const isAvailable = this.#isShown && this.#isStocked;
    const isBuyable = this.#isShown && (this.#isStocked || this.#units === undefined);
    const hasRisen = isAvailable && !this.#wasAvailable;
    const isLow = isAvailable && typeof this.#units === "number" && this.#units <= 3;
    if (isBuyable) this.#releasedAt ??= this.#now;
    if (!this.#isStocked) this.#isNewStock = true;
    if (hasRisen && this.#isNewStock) {
      this.#isNewStock = false;
      this.#isRiseTold = false;
      this.#hadRelease = this.#isReleaseTold;
      this.#cycle = { from: this.#now, to: undefined };
    }
    if (this.#wasAvailable && !isAvailable) this.#cycle.to = this.#now;
    if (isBuyable && (hasRisen || !this.#wasBuyable)) this.#tellRelease();
    if (hasRisen) this.#tellRise();
    if (isLow && !this.#wasLow && !hasRisen) {
      const count = this.#asking(() => true);
      if (count > 0) this.alerts.push(`low_stock of ${count}`);
    }
    if (isBuyable && this.#isBetterOffer()) this.#tellPrice();
    this.#offered = isBuyable ? this.#price : null;
    [this.#wasAvailable, this.#wasBuyable, this.#wasLow] = [isAvailable, isBuyable, isLow];
  }

  /** A drop leads to an alert only when it happens; later, only the next drop does. */
  #isBetterOffer(): boolean {
    const [was, is] = [this.#offered, this.#price];
    return is !== null && (was?.currency !== is.currency || is.amount < was.amount);
  }

  #tellRelease(): void {
    const count = this.#asking((wish) => this.#waitsForRelease(wish));
    if (this.#isReleaseTold || count === 0) return;
    this.#isReleaseTold = true;
    this.alerts.push(`register_interest of ${count}`);
  }

  #tellRise(): void {
    const { from, to = from } = this.#cycle;
    const sawIt = ({ since }: ModelWish) => from <= since && since < to;
    const count = this.#asking(
      (wish) => wish.notifyMe && !sawIt(wish) && (this.#hadRelease || !this.#waitsForRelease(wish)),
    );
    if (this.#isRiseTold || count === 0) return;
    this.#isRiseTold = true;
    this.alerts.push(`back_in_stock of ${count}`);
  }

  #tellPrice(): void {
    const price = this.#price;
    if (!price) return;
    const firstOf = (wish: ModelWish) =>
      wish.price?.currency === price.currency ? wish.price : wish.firsts.get(price.currency);
    const isDrop = (wish: ModelWish) => {
      const first = firstOf(wish);
      return first !== undefined && price.amount <= first.amount * 0.95;
    };
    const lowest = this.#lowestTold.get(price.currency);
    if (lowest !== undefined && price.amount > lowest * 0.95) return;
    const count = this.#asking(isDrop);
    if (count === 0) return;
    this.#lowestTold.set(price.currency, price.amount);
    const [first] = [...this.#wishes.values()].filter((wish) => !wish.disableNotification && isDrop(wish));
    this.alerts.push(
      `price_drop ${first ? (firstOf(first)?.text ?? "") : ""}-${price.text} ${price.currency} of ${count}`,
    );
  }
}
