import { isPublicType, PUBLIC_EVENTS } from "../../src/actors/events/public-events.ts";

/** The event that is sent by the button for a test. */
const TEST_EVENT = "webhook.test";

/** Prefixes of event types that endpoints often use. */
const GROUPS: Readonly<Record<string, string>> = {
  "*": "All events",
  "customer.*": "All customer events",
  "wishlist.*": "All wishlist and wish events",
  "wishlist.item.*": "All wish events",
  "order.*": "All order events",
  "alert.*": "All alerts",
  "webhook.*": "All webhook events",
};

/** Returns the portal's name of an event type or of a prefix of types; undefined if it has none. */
export function eventName(code: string): string | undefined {
  if (isPublicType(code)) return PUBLIC_EVENTS[code].name;
  return code === TEST_EVENT ? "Test event" : GROUPS[code];
}

/** The choices of event types for an endpoint, with their names: the groups are first. */
export const EVENT_CHOICES: readonly (readonly [code: string, name: string])[] = [
  ...Object.entries(GROUPS),
  ...Object.entries(PUBLIC_EVENTS).map(([code, { name }]) => [code, name] as const),
];
