import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  datedFields,
  dropSettingsAt,
  switchTimeOf,
  wasOnBetween,
} from "../../../src/store/tenants/settings/dated-settings.ts";
import { DEFAULT_STORE, type SettingChanges } from "../../../src/store/tenants/settings/settings.ts";
import {
  prefixOf,
  readSettings,
  settingChanges,
} from "../../../src/store/tenants/settings/stored-settings.ts";

const STORE = "berlin";
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Returns the fields of a tenant's settings after a change. */
function changed(
  fields: Readonly<Record<string, string>>,
  changes: SettingChanges,
  store: string,
  time: string,
): Record<string, string> {
  const { set, cleared } = settingChanges(changes, store);
  const kept = Object.entries(fields).filter(([name]) => !cleared.includes(name));
  return { ...Object.fromEntries(kept), ...set, ...datedFields(changes, fields, store, time).dated };
}

/** Settings of a tenant and a store; each change comes one second after the one before. */
class Switches {
  fields: Record<string, string> = {};
  #seconds = 0;

  /** Returns the time of the change, ISO 8601. */
  set(store: string, priceDrop: boolean | null): string {
    const time = timeOf(++this.#seconds);
    this.fields = changed(this.fields, { alerts: { priceDrop } }, store, time);
    return time;
  }

  lastOf = (store: string) => switchTimeOf(this.fields, store, "priceDrop");
  wasOn = (store: string, to: string | undefined, from: string | undefined = to) =>
    wasOnBetween(this.fields, store, "priceDrop", { from, to });
}

const change = fc.record({
  store: fc.constantFrom(DEFAULT_STORE, STORE),
  alerts: fc.oneof(
    fc.record({ priceDropPercent: fc.constantFrom(0, 5, 10, null) }),
    fc.record({ priceDropAmount: fc.constantFrom(0, 1.5, null) }),
    fc.record({ minStepPercent: fc.constantFrom(1, 5, null), priceDropPercent: fc.constantFrom(5, null) }),
  ),
});

describe("the settings of price drops", () => {
  it("at an earlier time are those that a tenant and its store had then, whatever changed since", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 15 }), (changes) => {
        const states: Record<string, string>[] = [{}];
        for (const { store, alerts } of changes)
          states.push(changed(states.at(-1) ?? {}, { alerts }, store, timeOf(states.length)));
        const last = states.at(-1) ?? {};
        for (const [seconds, then] of states.entries())
          for (const store of [DEFAULT_STORE, STORE]) {
            const { priceDropPercent, priceDropAmount, minStepPercent } = readSettings(then, store).alerts;
            const expected = { priceDropPercent, priceDropAmount, minStepPercent };
            assert.deepEqual(dropSettingsAt(last, store, timeOf(seconds)), expected);
            assert.deepEqual(dropSettingsAt(then, store, undefined), expected);
          }
      }),
    );
  });

  it("keep 20 former values of each setting, and no other fields", () => {
    let fields: Record<string, string> = {};
    for (let i = 1; i <= 30; i++) {
      fields = changed(fields, { alerts: { priceDropPercent: i, threshold: i } }, DEFAULT_STORE, timeOf(i));
      const again = changed(fields, { alerts: { priceDropPercent: i } }, DEFAULT_STORE, timeOf(i + 0.5));
      assert.deepEqual(again, fields, "the same value is no change");
    }
    const { priceDropPercent } = dropSettingsAt(fields, DEFAULT_STORE, timeOf(25));
    assert.equal(priceDropPercent, 25);
    assert.equal(
      dropSettingsAt(fields, DEFAULT_STORE, timeOf(1)).priceDropPercent,
      10,
      "the oldest that is kept",
    );
    assert.equal(Object.keys(fields).length, 3);
  });
});

describe("the times at which an alert was switched on and off", () => {
  it("are absent if it was never switched on", () => {
    const switches = new Switches();
    assert.equal(switches.lastOf(STORE), undefined);
    switches.set(DEFAULT_STORE, false);
    assert.equal(switches.lastOf(STORE), undefined, "it was off before");
  });

  it("are those of the tenant for a store without a value of its own", () => {
    const switches = new Switches();
    const on = switches.set(DEFAULT_STORE, true);
    assert.equal(switches.lastOf(STORE), on);
    switches.set(STORE, true);
    assert.equal(switches.lastOf(STORE), on, "its own value changes nothing");
  });

  it("are a store's own while it has a value, and include the removal of the value", () => {
    const switches = new Switches();
    const own = switches.set(STORE, true);
    switches.set(DEFAULT_STORE, true);
    switches.set(DEFAULT_STORE, false);
    assert.equal(switches.lastOf(STORE), own);
    const off = switches.set(STORE, null);
    assert.equal(switches.lastOf(STORE), off);
    assert.ok(switches.wasOn(STORE, own) && !switches.wasOn(STORE, off));
  });

  it("show what was on at each time between them", () => {
    const switches = new Switches();
    const states = [true, false, true, true, false, true];
    const times = states.map((isOn) => switches.set(DEFAULT_STORE, isOn));
    assert.deepEqual(
      times.map((time) => switches.wasOn(STORE, time)),
      states,
    );
    const [on = "", off, again, same, offAgain, last = ""] = times;
    const between = (from: string | undefined, to: string | undefined) => switches.wasOn(STORE, to, from);
    assert.ok(between(again, same) && between(last, undefined) && between(last, "2100"), "without a break");
    assert.ok(!between(on, again) && !between(on, last) && !between(same, last), "it was off in between");
    assert.ok(!between(on, off) && !between(same, offAgain), "it was off at the end");
    assert.ok(!between(off, again) && !between(new Date(0).toISOString(), on), "it was off at the start");
    assert.equal(switches.wasOn(STORE, new Date(0).toISOString()), false);
  });

  it("are those at which the setting of a store changed, whatever a tenant and its store have set", () => {
    const step = fc.tuple(fc.constantFrom(DEFAULT_STORE, STORE), fc.option(fc.boolean(), { nil: null }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const switches = new Switches();
        const states = [false];
        for (const [store, isOn] of steps) {
          switches.set(store, isOn);
          states.push(readSettings(switches.fields, STORE).alerts.priceDrop);
        }
        const last = states.findLastIndex((isOn, i) => i > 0 && isOn !== states[i - 1]);
        assert.equal(switches.lastOf(STORE), last === -1 ? undefined : timeOf(last));
        for (const [to] of states.entries())
          for (const [from] of states.entries()) {
            const wasOn = from <= to && states.slice(from, to + 1).every(Boolean);
            if (from <= to) assert.equal(switches.wasOn(STORE, timeOf(to), timeOf(from)), wasOn);
          }
      }),
    );
  });

  describe("that an earlier version has stored", () => {
    const [on, off, again] = [timeOf(1), timeOf(2), timeOf(3)];
    const switched = (level: string) => `${prefixOf(level)}switched.alerts.priceDrop`;
    const own = (level: string) => `${prefixOf(level)}alerts.priceDrop`;

    it("are read, and kept when the alert is switched again", () => {
      for (const level of [DEFAULT_STORE, STORE]) {
        const switches = new Switches();
        const stored = JSON.stringify([on, off, again]);
        switches.fields = { [own(level)]: "true", [switched(level)]: stored };
        const check = () => {
          assert.deepEqual(
            [0, 1, 2, 3].map((seconds) => switches.wasOn(STORE, timeOf(seconds))),
            [false, true, false, true],
          );
        };
        check();
        assert.equal(switches.lastOf(STORE), again);
        const time = timeOf(10);
        switches.fields = changed(switches.fields, { alerts: { priceDrop: false } }, level, time);
        check();
        assert.equal(switches.lastOf(STORE), time);
        assert.ok(!switches.wasOn(STORE, time));
      }
    });

    it("may be only the last one", () => {
      const switches = new Switches();
      switches.fields = { [own(STORE)]: "true", [switched(STORE)]: JSON.stringify(on) };
      assert.equal(switches.lastOf(STORE), on);
      assert.ok(switches.wasOn(STORE, on) && !switches.wasOn(STORE, timeOf(0)));
    });

    it("include the removal of a store's value, after which the tenant's value applies", () => {
      const switches = new Switches();
      switches.fields = {
        [switched(STORE)]: JSON.stringify([on, off]),
        [own(DEFAULT_STORE)]: "true",
        [switched(DEFAULT_STORE)]: JSON.stringify([again]),
      };
      assert.equal(switches.lastOf(STORE), again);
      const states = [0, 1, 2, 3].map((seconds) => switches.wasOn(STORE, timeOf(seconds)));
      assert.deepEqual(states, [false, true, false, true]);
    });
  });
});
