import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeEvent } from "../../../src/actors/events/event.ts";
import { publicEventOf } from "../../../src/actors/events/public-event.ts";
import { presentEndpoint } from "../../../src/http/presenters/webhooks.ts";
import { decodeEndpoint } from "../../../src/store/webhooks/endpoints.ts";
import { DISABLED_REASONS, REPLAY_REASONS } from "../../../src/store/webhooks/stop-reasons.ts";

const SINCE = "2026-01-01T00:00:00.000Z";
/** Sentences of earlier versions for an endpoint that was disabled, and their codes. */
const DISABLED = [
  ["the receiver answered 410", "receiver_gone"],
  [`every attempt has failed since ${SINCE}`, "attempts_failed"],
] as const;
/** The same for a replay. */
const STOPPED = [
  ["the endpoint is disabled", "endpoint_disabled"],
  ["the next events are lost", "events_lost"],
  ["the receiver took no event of a batch", "nothing_accepted"],
  ["the receiver accepted no event of a batch", "nothing_accepted"],
  ["10000 events were sent", "limit_reached"],
  ["the service stopped or failed during the replay too often", "given_up"],
] as const;
/** What is shown instead of the last sentence. */
const GIVEN_UP = ["given_up", "the service stopped or failed too often during the replay"] as const;

const endpointWith = (members: object) =>
  decodeEndpoint(JSON.stringify({ id: "e", secrets: [], ...members }));
const shownWith = (members: object) => presentEndpoint(endpointWith(members));
const eventWith = (members: object) => {
  const event = {
    type: "webhook.endpoint_disabled",
    storeKey: "t/s",
    time: SINCE,
    endpointId: "e",
    ...members,
  };
  const { reason, reasonCode } = publicEventOf("1", decodeEvent(JSON.stringify(event)), undefined).data;
  return { reason, reasonCode };
};

describe("stored reasons of webhook endpoints", () => {
  it("are codes instead of the sentences of earlier versions, and show both a sentence and the code", () => {
    for (const [sentence, code] of DISABLED) {
      const stored = { reason: code, failingSince: SINCE };
      assert.equal(endpointWith({ reason: sentence, failingSince: SINCE }).reason, code);
      assert.equal(endpointWith(stored).reason, code);
      for (const reason of [sentence, code]) {
        const { reason: shown, reasonCode, failingSince } = shownWith({ ...stored, reason });
        assert.deepEqual([shown, reasonCode, failingSince], [sentence, code, SINCE]);
        assert.deepEqual(eventWith({ ...stored, reason }), { reason: sentence, reasonCode: code });
      }
    }
    assert.deepEqual(
      DISABLED.map(([, code]) => code),
      DISABLED_REASONS,
    );
  });

  it("keep the time in a sentence of an earlier version", () => {
    const [, [reason, reasonCode]] = DISABLED;
    assert.equal(endpointWith({ reason }).failingSince, SINCE);
    assert.deepEqual(eventWith({ reason }), { reason, reasonCode });
  });

  it("are absent if the service has not disabled the endpoint, or if they are unknown", () => {
    for (const members of [{}, { reason: "?" }, { reason: "constructor" }]) {
      assert.deepEqual(shownWith(members), { id: "e" });
      assert.deepEqual(eventWith(members), { reason: undefined, reasonCode: undefined });
    }
  });
});

describe("stored reasons of replays", () => {
  const replayWith = (reason?: string) =>
    shownWith({ replay: { id: "r", status: "stopped", reason } }).replay;

  it("are codes instead of the sentences of earlier versions, and show both a sentence and the code", () => {
    for (const [sentence, code] of STOPPED) {
      const shown = replayWith(sentence);
      assert.equal(shown?.reasonCode, code);
      assert.deepEqual(replayWith(code), shown);
    }
    const sentenceOf = new Map<string, string>([
      ...STOPPED.map(([sentence, code]) => [code, sentence] as const),
      GIVEN_UP,
    ]);
    for (const code of REPLAY_REASONS) assert.equal(replayWith(code)?.reason, sentenceOf.get(code));
  });

  it("are absent if the replay runs, or if they are unknown", () => {
    for (const reason of [undefined, "?", "constructor"])
      assert.deepEqual(replayWith(reason), { id: "r", status: "stopped" });
  });
});
