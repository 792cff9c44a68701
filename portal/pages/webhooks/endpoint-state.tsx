import type { Endpoint } from "../../api/types.ts";
import { Badge, type Tone } from "../../ui/parts.tsx";

type EndpointState = "on" | "off" | "failing";

/** The tones of the states of an endpoint. */
export const ENDPOINT_TONES: Readonly<Record<EndpointState, Tone>> = {
  on: "good",
  off: "bad",
  failing: "warn",
};

/** Returns the state of an endpoint in the words of the portal. */
export function stateOfEndpoint({ status, failingSince }: Endpoint): EndpointState {
  if (status === "disabled") return "off";
  return failingSince === undefined ? "on" : "failing";
}

/** Shows the state of an endpoint. */
export function EndpointBadge({ of: endpoint }: { of: Endpoint }) {
  const state = stateOfEndpoint(endpoint);
  return <Badge tone={ENDPOINT_TONES[state]}>{state}</Badge>;
}
