import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { figureChanges } from "../../../src/store/tenants/settings/figures.ts";
import { DEFAULT_SETTINGS } from "../../../src/store/tenants/settings/settings.ts";

describe("figureChanges", () => {
  it("has the switches and numbers that are set or cleared, with their previous values, and no text", () => {
    const changes = figureChanges(DEFAULT_SETTINGS, {
      removePurchased: true,
      currency: "EUR",
      alerts: { holdSeconds: 0, priceDrop: null },
      mail: { shopName: "Ada's shop", replyTo: null, collectSeconds: 60, texts: { view: "Look" } },
    });
    assert.deepEqual(changes, [
      { member: "removePurchased", before: false, after: true },
      { member: "alerts.holdSeconds", before: 60, after: 0 },
      { member: "alerts.priceDrop", before: false, after: null },
      { member: "mail.collectSeconds", before: 60, after: 60 },
    ]);
  });
});
