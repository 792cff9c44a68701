import assert from "node:assert/strict";
import { it } from "node:test";
import { ALERT_STATES } from "../../portal/words/alert-filters.ts";
import { MAIL_STATUSES } from "../../src/store/records/alerts.ts";

it("the portal's list of alerts can be limited to each state of an e-mail", () => {
  const queries = Object.values(ALERT_STATES).map(([, query]) => query);
  const choices = queries.flatMap(({ emailStatus = [] }) => emailStatus);
  assert.deepEqual(choices.sort(), [...MAIL_STATUSES].sort());
});
