import type { Decision } from "../../../src/actors/reply.ts";

/** An action of a sender. Customers are named by their reference, or by the order of their creation. */
export type Step =
  | { do: "create"; ref: string | null; email: string | null; phone: string | null; marketing: boolean }
  | { do: "update"; who: Who; email: Change; phone: Change; marketing: boolean | undefined }
  | { do: "upsert"; who: Who; email: Change; phone: Change; marketing: boolean | undefined }
  | { do: "delete"; who: Who; withWishlists: boolean }
  | { do: "createList"; who: Who; listRef: string | null }
  | { do: "deleteLists"; who: Who };

/** Undefined leaves the field, null clears it. */
export type Change = string | null | undefined;
/** Names a customer by its reference, or by the number of its creation for its service id. */
export type Who = { ref: string } | { made: number };

export interface ModelCustomer {
  /** Service id. */
  svcId: string;
  ref: string;
  slot: string;
  email: string | null;
  phone: string | null;
  marketing: boolean;
  /** Whether the customer has accepted marketing at any time. */
  hasAccepted: boolean;
}

export interface ModelList {
  id: string;
  ref: string | null;
  /** Reference and service id of the customer it names. */
  customerRef: string;
  customerId: string;
}

interface Slot {
  present: ModelCustomer | null;
  /** Service id of the customer that was deleted last, if no customer has been created since. */
  former: string | null;
  lists: ModelList[];
}

export type Outcome = "ok" | "ok, more to do" | Extract<Decision, { ok: false }>["code"];

/** Wishlists that one command deletes. */
const BATCH_SIZE = 10;

/** The rules in their simplest form. */
export class Model {
  readonly slots = new Map<string, Slot>();
  /** Slot and service id of every customer that was ever created. */
  readonly made: { slot: string; svcId: string }[] = [];

  slotOf(who: Who): string {
    return "ref" in who ? `slot of ${who.ref}` : (this.made[who.made]?.slot ?? "slot of nobody");
  }

  slot(name: string): Slot {
    let slot = this.slots.get(name);
    if (!slot) this.slots.set(name, (slot = { present: null, former: null, lists: [] }));
    return slot;
  }

  get present(): ModelCustomer[] {
    return [...this.slots.values()].flatMap(({ present }) => (present ? [present] : []));
  }

  get lists(): ModelList[] {
    return [...this.slots.values()].flatMap(({ lists }) => lists);
  }

  #find(who: Who): ModelCustomer | undefined {
    const { present } = this.slot(this.slotOf(who));
    if (!present) return undefined;
    if ("ref" in who) return present.ref === who.ref ? present : undefined;
    return present.svcId === this.made[who.made]?.svcId ? present : undefined;
  }

  #isTaken(field: "email" | "phone", value: Change, but?: ModelCustomer): boolean {
    if (typeof value !== "string") return false;
    const wanted = field === "email" ? value.toLowerCase() : value;
    return this.present.some(
      (other) => other !== but && (field === "email" ? other.email?.toLowerCase() : other.phone) === wanted,
    );
  }

  #set(
    customer: ModelCustomer,
    step: { email: Change; phone: Change; marketing?: boolean | undefined },
  ): Outcome {
    if (this.#isTaken("email", step.email, customer) || this.#isTaken("phone", step.phone, customer)) {
      return "DuplicateReference";
    }
    if (step.email !== undefined) customer.email = step.email;
    if (step.phone !== undefined) customer.phone = step.phone;
    if (step.marketing !== undefined) customer.marketing = step.marketing;
    customer.hasAccepted ||= customer.marketing;
    return "ok";
  }

  #create(
    slotName: string,
    ref: string | null,
    step: { email: Change; phone: Change; marketing?: boolean | undefined },
    svcId: string,
  ): Outcome {
    const slot = this.slot(slotName);
    const customer: ModelCustomer = {
      svcId,
      ref: ref ?? svcId,
      slot: slotName,
      email: null,
      phone: null,
      marketing: false,
      hasAccepted: false,
    };
    const outcome = this.#set(customer, step);
    if (outcome !== "ok") return outcome;
    slot.present = customer;
    if (slot.former !== null) {
      for (const list of slot.lists) {
        list.customerId = svcId;
        list.customerRef = customer.ref;
      }
    }
    slot.former = null;
    this.made.push({ slot: slotName, svcId });
    return "ok";
  }

  /** Applies a step. `newId` is the id of the entity that the step has created in the actor, if any. */
  run(step: Step, newSlot: string, newId: string): Outcome {
    switch (step.do) {
      case "create": {
        const name = step.ref === null ? newSlot : this.slotOf({ ref: step.ref });
        return this.slot(name).present ? "DuplicateReference" : this.#create(name, step.ref, step, newId);
      }
      case "update": {
        const customer = this.#find(step.who);
        return customer ? this.#set(customer, step) : "ResourceNotFound";
      }
      case "upsert": {
        const customer = this.#find(step.who);
        // A row without a time does not restore a consent that was withdrawn.
        const isWithdrawn = customer?.hasAccepted === true && !customer.marketing;
        if (customer) return this.#set(customer, isWithdrawn ? { ...step, marketing: undefined } : step);
        if ("made" in step.who) return "ResourceNotFound";
        return this.#create(this.slotOf(step.who), step.who.ref, step, newId);
      }
      case "delete": {
        const customer = this.#find(step.who);
        if (!customer) return "ResourceNotFound";
        const slot = this.slot(customer.slot);
        if (
          step.withWishlists &&
          slot.lists.splice(0, BATCH_SIZE).length === BATCH_SIZE &&
          slot.lists.length > 0
        ) {
          return "ok, more to do";
        }
        slot.present = null;
        slot.former = customer.svcId;
        return "ok";
      }
      case "createList": {
        const customer = this.#find(step.who);
        if (!customer) return "ResourceNotFound";
        if (step.listRef !== null && this.lists.some(({ ref }) => ref === step.listRef)) {
          return "DuplicateReference";
        }
        const { svcId: customerId, ref: customerRef } = customer;
        this.slot(customer.slot).lists.push({ id: newId, ref: step.listRef, customerId, customerRef });
        return "ok";
      }
      case "deleteLists": {
        const slot = this.slot(this.slotOf(step.who));
        const wanted = "made" in step.who ? this.made[step.who.made]?.svcId : undefined;
        const svcId = slot.present?.svcId ?? slot.former;
        if ("made" in step.who && wanted !== svcId) return "ResourceNotFound";
        const count = slot.lists.splice(0, BATCH_SIZE).length;
        if (count === 0) return "ResourceNotFound";
        return slot.lists.length > 0 ? "ok, more to do" : "ok";
      }
    }
  }
}
