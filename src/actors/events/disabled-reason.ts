import type { DisabledBecause, DisabledReason } from "../../store/webhooks/stop-reasons.ts";

/** Presents why an endpoint was disabled, as a sentence and as a code; empty if there is no reason. */
export function presentDisabled({ reason, failingSince }: DisabledBecause): {
  reason?: string;
  reasonCode?: DisabledReason;
} {
  if (reason === undefined) return {};
  const since = failingSince === undefined ? "" : ` since ${failingSince}`;
  const sentences: Record<DisabledReason, string> = {
    receiver_gone: "the receiver answered 410",
    attempts_failed: `every attempt has failed${since}`,
  };
  return { reason: sentences[reason], reasonCode: reason };
}
