import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  switchTimeOf,
  switchTimes,
  wasOnBetween,
} from "../../../src/store/tenants/settings/alert-switches.ts";
import { DEFAULT_STORE, type SettingChanges } from "../../../src/store/tenants/settings/settings.ts";
import { settingChanges } from "../../../src/store/tenants/settings/stored-settings.ts";

const STORE = "berlin";

/** Settings of a tenant and a store; each change comes one second after the one before. */
class Switches {
  fields: Record<string, string> = {};
  #seconds = 0;

  /** Resolves to the time of the change, ISO 8601. */
  set(store: string, isOn: boolean | null): string {
    const time = new Date(++this.#seconds * 1000).toISOString();
    const changes: SettingChanges = { alerts: { priceDrop: isOn } };
    const { set, cleared } = settingChanges(changes, store);
    const times = switchTimes(changes, this.fields, store, time);
    const kept = Object.entries(this.fields).filter(([name]) => !cleared.includes(name));
    this.fields = { ...Object.fromEntries(kept), ...set, ...times };
    return time;
  }

  lastOf = (store: string) => switchTimeOf(this.fields, store, "priceDrop");
  wasOn = (store: string, to: string | undefined, from: string | undefined = to) =>
    wasOnBetween(this.fields, store, "priceDrop", { from, to });
}

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
});
