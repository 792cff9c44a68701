import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Command } from "../../../src/actors/command.ts";
import type { Decision } from "../../../src/actors/reply.ts";
import type { Customer, WishlistMeta, WishlistRecord } from "../../../src/store/records/records.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";
import { type Change, Model, type Outcome, type Step, type Who } from "../../support/models/customer.ts";
import { runs } from "../../support/runner/runs.ts";

const storeKey = "t/s";

const ref = fc.constantFrom("r1", "r2", "r3");
const email = fc.constantFrom("ann@example.com", "Ann@Example.com", "bob@example.com");
const phone = fc.constantFrom("+1", "+2");
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const change = (value: fc.Arbitrary<string>): fc.Arbitrary<Change> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: maybe(value) });
const marketing = fc.option(fc.boolean(), { nil: undefined });
const who: fc.Arbitrary<Who> = fc.oneof(fc.record({ ref }), fc.record({ made: fc.nat(5) }));
const changes = { who, email: change(email), phone: change(phone), marketing };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("create" as const),
      ref: maybe(ref),
      email: maybe(email),
      phone: maybe(phone),
      marketing: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("update" as const), ...changes }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("upsert" as const), ...changes }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("delete" as const), who, withWishlists: fc.boolean() }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("createList" as const),
      who,
      listRef: fc.option(fc.constantFrom("l1", "l2"), { freq: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteLists" as const), who }) },
);
/** More wishlists than one command deletes. */
const manyLists = who.map((one) =>
  Array.from({ length: 12 }, (): Step => ({ do: "createList", who: one, listRef: null })),
);
const story = fc
  .array(fc.oneof({ weight: 20, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: manyLists }), {
    minLength: 10,
    maxLength: 100,
    size: "max",
  })
  .map((chunks) => chunks.flat());

/** Texts that would lead to a person. */
const TRACES = ["@", '"+1"', '"+2"', '"r1"', '"r2"', '"r3"', '"l1"', '"l2"'];

/** Outcomes that some sequence must reach. */
const REACHED = [
  ...["create ok", "create DuplicateReference", "update ok", "update DuplicateReference"],
  ...["update ResourceNotFound", "upsert ok", "upsert DuplicateReference", "upsert ResourceNotFound"],
  ...["delete ok", "delete ok, more to do", "delete ResourceNotFound", "createList ok"],
  ...["createList DuplicateReference", "createList ResourceNotFound", "deleteLists ok"],
  ...["deleteLists ok, more to do", "deleteLists ResourceNotFound"],
];

/** A partition with the customers of a sequence. */
class Stage {
  readonly partition = new MemoryPartition();
  readonly model = new Model();
  #slots = 0;

  /** Sends a step to the actor and to the model, and compares the results. */
  play(each: Step): Outcome {
    const newSlot = `slot ${(this.#slots++).toString()}`;
    const { partition } = this;
    const claims = new Map(partition.claims);
    const decision = partition.run(this.#commandOf(each, newSlot));
    if (!decision.ok) {
      // As in a batch: the claims of a refused command are released.
      partition.claims.clear();
      for (const [name, holder] of claims) partition.claims.set(name, holder);
    }
    const body = (decision.ok ? (decision.body ?? {}) : {}) as { id?: string; svc_customer_id?: string };
    const outcome = this.model.run(each, newSlot, body.svc_customer_id ?? body.id ?? "");
    assert.equal(outcomeOf(decision), outcome, JSON.stringify(each));
    return outcome;
  }

  #commandOf(each: Step, newSlot: string): Command {
    if (each.do === "create") {
      const slot = each.ref === null ? newSlot : this.model.slotOf({ ref: each.ref });
      const fields = { email: each.email, phone: each.phone, accepts_marketing: each.marketing };
      const named = each.ref === null ? {} : { ref: each.ref };
      return { type: "CreateCustomer", storeKey, slot, key: slot, ...named, fields };
    }
    const slot = this.model.slotOf(each.who);
    const svcId = "made" in each.who ? (this.model.made[each.who.made]?.svcId ?? "c?") : undefined;
    const place = { storeKey, slot, key: slot };
    const named = "ref" in each.who ? { customerRef: each.who.ref } : { customerId: svcId ?? "" };
    switch (each.do) {
      case "update":
      case "upsert": {
        const fields = { email: each.email, phone: each.phone, accepts_marketing: each.marketing };
        const type = each.do === "update" ? "UpdateCustomer" : "UpsertCustomer";
        const target = "ref" in each.who ? { ref: each.who.ref } : { customerId: svcId ?? "" };
        return { type, ...place, ...target, fields };
      }
      case "delete": {
        const id = "ref" in each.who ? each.who.ref : (svcId ?? "");
        return { type: "DeleteCustomer", ...place, id, withWishlists: each.withWishlists };
      }
      case "createList":
        return {
          type: "CreateWishlist",
          ...place,
          ...named,
          fields: { name: "list", wishlistRef: each.listRef },
        };
      case "deleteLists":
        return { type: "DeleteWishlists", ...place, ...named };
    }
  }
}

function outcomeOf(decision: Decision): Outcome {
  if (!decision.ok) return decision.code;
  return decision.remaining ? "ok, more to do" : "ok";
}

/** The partition has exactly the model's data. */
function checkSame({ partition, model }: Stage): void {
  for (const [slot, { present, former, lists }] of model.slots) {
    const customer = partition.value({ kind: "customer", id: slot }) as Customer | null;
    const record = customer?.record ?? null;
    assert.equal(customer?.former?.svc_customer_id ?? null, former);
    assert.deepEqual(
      record && [record.svc_customer_id, record.id, record.email ?? null, record.phone ?? null],
      present && [present.svcId, present.ref, present.email, present.phone],
    );
    assert.equal(record?.accepts_marketing ?? false, present?.marketing ?? false);
    if (record?.accepts_marketing === false) assert.equal(record.marketing_opt_in_level, null);
    assert.deepEqual(
      partition
        .all("listed", slot)
        .map(({ field }) => field)
        .sort(),
      lists.map(({ id }) => id).sort(),
    );
    for (const { id, ref: listRef, customerId, customerRef } of lists) {
      const meta = partition.value({ kind: "meta", id }) as WishlistMeta;
      const kept = partition.value({ kind: "record", id }) as WishlistRecord;
      assert.deepEqual([meta.deleted, meta.slot, meta.wishlistRef], [false, slot, listRef]);
      assert.deepEqual([kept.customerId, kept.customerRef], [customerId, customerRef]);
    }
  }
}

/** Claims exist for used references only, with the right owner. */
function checkClaims({ partition, model }: Stage): void {
  const used = new Map<string, string>();
  for (const { svcId, email: mail, phone: number } of model.present) {
    if (mail !== null) used.set(`email ${storeKey} ${mail.toLowerCase()}`, svcId);
    if (number !== null) used.set(`phone ${storeKey} ${number}`, svcId);
  }
  for (const { id, ref: listRef } of model.lists) {
    if (listRef !== null) used.set(`wishlistRef ${storeKey} ${listRef}`, id);
  }
  assert.deepEqual([...partition.claims].sort(), [...used].sort());
}

describe("the customer actor", () => {
  it("decides any sequence of commands as the model does", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(story, (steps) => {
        const stage = new Stage();
        for (const each of steps) seen.add(`${each.do} ${stage.play(each)}`);
        checkSame(stage);
        checkClaims(stage);
      }),
      runs(250),
    );
    // Without these outcomes the property would prove nothing.
    for (const reached of REACHED) assert.ok(seen.has(reached), reached);
  });

  it("gives the wishlists of a deleted customer to the next one with its reference", () => {
    const stage = new Stage();
    const fields = { email: null, phone: null, marketing: false };
    const customer = { ref: "r1" };
    stage.play({ do: "create", ...customer, ...fields });
    for (let i = 0; i < 12; i++) stage.play({ do: "createList", who: customer, listRef: null });
    const versions = () =>
      stage.model.lists.map(
        ({ id }) => (stage.partition.value({ kind: "meta", id }) as WishlistMeta).version,
      );
    const before = versions();
    stage.play({ do: "delete", who: customer, withWishlists: false });
    assert.deepEqual(versions(), before);
    stage.play({ do: "create", ...customer, ...fields });
    checkSame(stage);
    assert.equal(stage.model.lists.length, 12);
    for (const { customerId } of stage.model.lists) assert.equal(customerId, stage.model.made[1]?.svcId);
    for (const [i, version] of versions().entries()) assert.notEqual(version, before[i]);
  });

  it("uses as many commands as it needs to transfer many wishlists, and emits one event for the new customer", () => {
    const partition = new MemoryPartition();
    const place = { storeKey, slot: "slot", key: "key" };
    const create = (fields = {}) =>
      partition.run({ type: "CreateCustomer", ...place, ref: "ref", fields }) as Decision & { ok: true };
    create();
    const fields = { name: "list" };
    for (let i = 0; i < 450; i++) partition.run({ type: "CreateWishlist", ...place, fields });
    partition.run({ type: "DeleteCustomer", ...place, id: "ref", withWishlists: false });
    const events = partition.events.length;
    assert.ok(create({ email: "ann@example.com" }).remaining);
    assert.equal((partition.value({ kind: "customer", id: "slot" }) as Customer).record, null);
    // Its sender may have died: the next command continues.
    assert.ok(create().remaining);
    const { body, created, remaining } = create({ email: "bob@example.com" });
    assert.ok(created && !remaining);
    const { svc_customer_id: svcId } = body as { svc_customer_id: string };
    const customerIds = partition.all("listed", "slot").map(({ field }) => {
      const record = partition.value({ kind: "record", id: String(field) }) as WishlistRecord;
      return record.customerId;
    });
    assert.deepEqual(new Set(customerIds), new Set([svcId]));
    assert.equal(customerIds.length, 450);
    assert.deepEqual(
      partition.events.slice(events).map(({ type }) => type),
      ["customer.created"],
    );
  });

  it("has at most the maximum number of wishlists, and one more for each deleted one", () => {
    const partition = new MemoryPartition();
    const place = { storeKey, slot: "slot", key: "key" };
    partition.run({ type: "CreateCustomer", ...place, ref: "ref", fields: {} });
    const create = () => {
      const decision = partition.run({ type: "CreateWishlist", ...place, most: 2, fields: { name: "W" } });
      return decision.ok ? (decision.body as { id: string }).id : decision.code;
    };
    const [first] = [create(), create()];
    assert.equal(create(), "LimitExceeded");
    assert.ok(partition.run({ type: "DeleteWishlist", storeKey, wishlistId: first }).ok);
    assert.notEqual(create(), "LimitExceeded");
    assert.equal(create(), "LimitExceeded");
  });

  it("stores nothing of the person for a deleted customer, and no claim", () => {
    fc.assert(
      fc.property(story, (steps) => {
        const stage = new Stage();
        for (const each of steps) stage.play(each);
        for (const { svcId } of stage.model.present) {
          const made = stage.model.made.findIndex((one) => one.svcId === svcId);
          stage.play({ do: "delete", who: { made }, withWishlists: false });
        }
        const customers = [...stage.partition.stateKeys.values()].filter(
          ({ stateKey }) => stateKey.kind === "customer",
        );
        const text = JSON.stringify([customers.map(({ value }) => value), stage.partition.events]);
        for (const trace of TRACES) assert.ok(!text.includes(trace), trace);
        checkClaims(stage);
      }),
      runs(100),
    );
  });

  it("stores nothing of the person anywhere once the wishlists are deleted too", () => {
    fc.assert(
      fc.property(story, fc.boolean(), (steps, withWishlists) => {
        const stage = new Stage();
        for (const each of steps) stage.play(each);
        for (const made of stage.model.made.keys()) {
          const created = { made };
          while (stage.play({ do: "delete", who: created, withWishlists }) === "ok, more to do") continue;
          while (stage.play({ do: "deleteLists", who: created }) === "ok, more to do") continue;
        }
        const kept = [...stage.partition.stateKeys.values()].map(({ value }) => value);
        const text = JSON.stringify([kept, stage.partition.events]);
        for (const trace of TRACES) assert.ok(!text.includes(trace), trace);
        assert.equal(stage.partition.claims.size, 0);
      }),
      runs(100),
    );
  });
});
