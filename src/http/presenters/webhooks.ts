import { presentDisabled } from "../../actors/events/disabled-reason.ts";
import { defined } from "../../collections/defined.ts";
import { type Endpoint, MAX_REPLAYED, type Replay } from "../../store/webhooks/endpoints.ts";
import type { ReplayReason } from "../../store/webhooks/stop-reasons.ts";

/** The reason in words for each code. */
const SENTENCES: Readonly<Record<ReplayReason, string>> = {
  endpoint_disabled: "the endpoint is disabled",
  events_lost: "the next events are lost",
  nothing_accepted: "the receiver accepted no event of a batch",
  limit_reached: `${MAX_REPLAYED} events were sent`,
  given_up: "the service stopped or failed too often during the replay",
};

/** Presents a replay. */
function presentReplay({ id, status, reason, place: _1, end: _2, ...replay }: Replay) {
  const cause = reason === undefined ? {} : { reason: SENTENCES[reason], reasonCode: reason };
  return { id, status, ...cause, ...replay };
}

/** Presents an endpoint with its last replay, without its secrets. */
export function presentEndpoint({ secrets: _1, unreportedSince: _2, reason, replay, ...endpoint }: Endpoint) {
  const { failingSince } = endpoint;
  return {
    ...endpoint,
    ...presentDisabled(defined({ reason, failingSince })),
    ...(replay && { replay: presentReplay(replay) }),
  };
}
