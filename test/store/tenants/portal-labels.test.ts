import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { EVENT_CHOICES, eventName } from "../../../portal/words/event-names.ts";
import { alertKind } from "../../../portal/words/kinds.ts";
import { settingInWords } from "../../../portal/words/setting-fields.ts";
import { PUBLIC_EVENTS } from "../../../src/actors/events/public-events.ts";
import { ALERT_TYPES } from "../../../src/store/records/alerts.ts";
import { DEFAULT_SETTINGS } from "../../../src/store/tenants/settings/settings.ts";
import { wantsType } from "../../../src/store/webhooks/endpoints.ts";

/** Settings that the portal does not change: the texts of mails are an object. */
const NOT_IN_THE_PORTAL = ["mail.texts"];

describe("the portal's labels for names of the API", () => {
  it("include each type of events, that of an alert by its kind", () => {
    for (const type of Object.keys(PUBLIC_EVENTS)) assert.match(eventName(type) ?? "", /^[A-Z]/, type);
    for (const type of ALERT_TYPES)
      assert.equal(eventName(`alert.${type}`), `Alert: ${alertKind(type).toLowerCase()}`);
  });

  it("are used in options only for events that an endpoint can have", () => {
    for (const [code] of EVENT_CHOICES)
      assert.ok(
        Object.keys(PUBLIC_EVENTS).some((type) => wantsType({ events: [code] }, type)),
        code,
      );
  });

  it("include each setting, as on its page", () => {
    const names = Object.entries(DEFAULT_SETTINGS).flatMap(([name, value]) =>
      typeof value === "object" && value !== null
        ? Object.keys(value).map((member) => `${name}.${member}`)
        : [name],
    );
    const unlabelled = names.filter((name) => settingInWords(name) === undefined);
    assert.deepEqual(unlabelled, NOT_IN_THE_PORTAL);
  });
});
