import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { CustomerFields } from "../../../src/actors/customer/messages.ts";
import type { Patch } from "../../../src/actors/patch.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

type Fields = Patch<CustomerFields>;

const place = { storeKey: "t/s", slot: "t/s:c", key: "c" };
const YES: Fields = { accepts_marketing: true, marketing_opt_in_level: "single_opt_in" };
const NO: Fields = { accepts_marketing: false };
const at = (day: number): Fields => ({ accepts_marketing_updated_at: `2025-01-0${day}T00:00:00Z` });

/** A customer who is reported by rows. */
class Reported {
  readonly partition = new MemoryPartition();

  /** @param fields those of the new customer; the first row creates it without them */
  constructor(fields?: Fields) {
    if (fields) this.partition.run({ type: "CreateCustomer", ...place, ref: "c", fields });
  }

  row(fields: Fields): this {
    assert.ok(this.partition.run({ type: "UpsertCustomer", ...place, ref: "c", fields }).ok);
    return this;
  }

  /** The customer decides in the shop. */
  decides(fields: Fields): this {
    assert.ok(this.partition.run({ type: "UpdateCustomer", ...place, ref: "c", fields }).ok);
    return this;
  }

  unsubscribe(): this {
    assert.ok(this.partition.run({ type: "Unsubscribe", ...place }).ok);
    return this;
  }

  get #record() {
    return this.partition.all("customer", place.slot)[0]?.value.record;
  }

  get consent() {
    return [this.#record?.accepts_marketing, this.#record?.marketing_opt_in_level];
  }

  get isUnsubscribed() {
    return this.#record?.alerts_unsubscribed_at !== undefined;
  }
}

const GIVEN = [true, "single_opt_in"];
const WITHDRAWN = [false, null];

describe("a row with a consent to marketing", () => {
  it("changes nothing about it if it is older than the stored decision", () => {
    const withdrawn = new Reported({ ...NO, ...at(2) });
    assert.deepEqual(withdrawn.row({ ...YES, ...at(1) }).consent, WITHDRAWN);
    assert.deepEqual(withdrawn.row(at(1)).row({ ...YES, ...at(1) }).consent, WITHDRAWN);
    assert.deepEqual(withdrawn.row({ ...YES, ...at(3) }).consent, GIVEN);
    assert.deepEqual(withdrawn.row({ ...NO, ...at(2) }).consent, GIVEN);
  });

  it("does not restore a consent that was withdrawn if it has no time of the consent", () => {
    const customer = new Reported(YES).row(NO);
    assert.deepEqual(customer.consent, WITHDRAWN);
    assert.deepEqual(customer.row(YES).consent, WITHDRAWN);
    assert.deepEqual(customer.row({ ...YES, updated_at: "2026-01-01T00:00:00Z" }).consent, WITHDRAWN);
    for (const fields of [{}, NO]) customer.row({ ...fields, accepts_marketing_updated_at: null });
    assert.deepEqual(customer.row(YES).consent, WITHDRAWN);
  });

  it("ends an unsubscription only with a newer time", () => {
    for (const first of [{}, { ...YES, marketing_opt_in_level: "unknown" }]) {
      const customer = new Reported(first).unsubscribe();
      assert.ok(customer.row(YES).row({ marketing_opt_in_level: "single_opt_in" }).isUnsubscribed);
      assert.ok(customer.row({ ...YES, ...at(1) }).isUnsubscribed);
      const later = new Date(customer.partition.now + 60_000).toISOString();
      assert.ok(!customer.row({ ...YES, accepts_marketing_updated_at: later }).isUnsubscribed);
      assert.deepEqual(customer.consent, GIVEN);
    }
  });

  it("counts without a time if the customer has withdrawn nothing, and always if it withdraws the consent", () => {
    assert.deepEqual(new Reported({}).row(YES).consent, GIVEN);
    assert.deepEqual(new Reported(NO).row(YES).consent, GIVEN);
    assert.deepEqual(new Reported(YES).row(NO).consent, WITHDRAWN);
    const unsubscribed = new Reported({ accepts_marketing: true }).unsubscribe();
    assert.deepEqual(unsubscribed.row(NO).consent, WITHDRAWN);
  });

  it("counts by its own time, also in a row that is older than the newest one", () => {
    const day = (n: number): Fields => ({ updated_at: `2025-03-0${n}T00:00:00.000Z` });
    const given = { ...YES, ...at(1) };
    const reported = () => new Reported({}).row({ ...given, ...day(5) });
    for (const decision of [NO, { ...NO, ...at(2) }])
      assert.deepEqual(reported().row({ ...decision, ...day(4) }).consent, WITHDRAWN);
    const withdrawn = () => reported().row({ ...NO, ...at(3), ...day(5) });
    assert.deepEqual(withdrawn().row({ ...YES, ...at(2), ...day(4) }).consent, WITHDRAWN);
    assert.deepEqual(withdrawn().row({ ...YES, ...day(4) }).consent, WITHDRAWN);
    assert.deepEqual(withdrawn().row({ ...YES, ...at(4), ...day(4) }).consent, GIVEN);
  });
});

describe("a row that arrives again", () => {
  const day = (n: number): Fields => ({ updated_at: `2025-03-0${n}T00:00:00.000Z` });
  const of = (n: number): Fields => ({
    ...day(n),
    accepts_marketing_updated_at: `2025-03-0${n}T00:00:00.000Z`,
  });

  it("withdraws no consent that is newer than the row, although its decision has no time", () => {
    const old = { ...NO, ...day(4) };
    const customer = new Reported({}).row(old).row({ ...YES, ...of(5) });
    assert.deepEqual(customer.row(old).consent, GIVEN);
    assert.deepEqual(customer.row({ ...NO, ...day(6) }).consent, WITHDRAWN);
  });

  it("withdraws no consent that the customer has given since in the shop, also if it is the newest row", () => {
    const newest = { ...NO, ...day(4) };
    const customer = new Reported({}).row(newest).decides(YES);
    assert.deepEqual(customer.row(newest).consent, GIVEN);
    assert.deepEqual(customer.row({ ...NO, ...day(5) }).consent, WITHDRAWN);
  });

  it("withdraws no consent that is newer than the row, also with its time in another form", () => {
    const zoned = { ...NO, updated_at: "2025-03-04T01:00:00+01:00" };
    const customer = new Reported({}).row({ ...NO, ...day(4) }).decides(YES);
    assert.deepEqual(customer.row(zoned).consent, GIVEN);
  });

  it("withdraws no consent that is newer than the row, also if the clock of its sender was ahead", () => {
    const customer = new Reported({});
    const { partition } = customer;
    const soon = (ms: number) => ({ ...NO, updated_at: new Date(partition.now + ms).toISOString() });
    const [first, second] = [soon(60_000), soon(30_000)];
    customer.row(first).row(second);
    partition.pass(120_000);
    customer.decides(YES);
    for (const row of [first, second]) assert.deepEqual(customer.row(row).consent, GIVEN);
    assert.deepEqual(customer.row(soon(0)).consent, WITHDRAWN);
  });

  it("changes nothing, whatever came after it", () => {
    const decision = fc.constantFrom<Fields>({}, YES, NO);
    const rows = fc.array(fc.tuple(decision, fc.boolean()), { minLength: 2, maxLength: 7 });
    fc.assert(
      fc.property(rows, fc.nat(6), (all, again) => {
        const sent = all.map(([fields, isDated], i): Fields => {
          const dated = isDated && "accepts_marketing" in fields;
          return { ...fields, ...(dated ? of(i + 1) : day(i + 1)) };
        });
        const customer = new Reported({});
        for (const row of sent) customer.row(row);
        const { consent } = customer;
        const repeated = sent[again % (sent.length - 1)] ?? {};
        assert.deepEqual(customer.row(repeated).consent, consent, JSON.stringify([sent, repeated]));
      }),
      { numRuns: 500 },
    );
  });
});

describe("a consent without a time of its own", () => {
  const day = (n: number): Fields => ({ updated_at: `2025-03-0${n}T00:00:00.000Z` });

  it("is as old as its row: a later withdrawal counts, also if a newer row came before it", () => {
    for (const customer of [new Reported(), new Reported({})]) {
      customer.row({ ...YES, ...day(2) }).row(day(6));
      assert.deepEqual(customer.row({ ...NO, ...day(4) }).consent, WITHDRAWN);
    }
  });
});

describe("the time of a row", () => {
  const at = (ms: number) => new Date(ms).toISOString();
  const noteOf = ({ partition }: Reported) => partition.all("customer", place.slot)[0]?.value.record?.note;

  it("says nothing if it is the time of the record that the sender got", () => {
    const customer = new Reported({ note: "old" });
    const got = customer.partition.all("customer", place.slot)[0]?.value.record?.updated_at;
    assert.ok(got);
    customer.row({ note: "sent back", updated_at: got });
    customer.row({ note: "older", updated_at: at(Date.parse(got) - 1000) });
    assert.equal(noteOf(customer), "older");
  });

  it("that is ahead of the clock does not outdate rows from after its arrival", () => {
    const customer = new Reported({});
    customer.row({ note: "ahead", updated_at: at(customer.partition.now + 3_600_000) });
    customer.partition.pass(60_000);
    customer.row({ note: "next", updated_at: at(customer.partition.now) });
    assert.equal(noteOf(customer), "next");
  });
});
