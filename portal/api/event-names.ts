import { isPublicType, PUBLIC_EVENTS } from "../../src/actors/public-events.ts";

/** The event that is sent when somebody presses the button for it. */
const TEST_EVENT = "webhook.test";

/** Prefixes of types that an endpoint often names. */
const GROUPS: Readonly<Record<string, string>> = {
  "*": "All events",
  "customer.*": "All of customers",
  "wishlist.*": "All of wishlists and wishes",
  "wishlist.item.*": "All of wishes",
  "order.*": "All of orders",
  "alert.*": "All alerts",
  "webhook.*": "All of webhooks",
};

/** What a type of events, or a prefix of types, is called in the portal; undefined where it has no name. */
export function eventName(code: string): string | undefined {
  if (isPublicType(code)) return PUBLIC_EVENTS[code].name;
  return code === TEST_EVENT ? "Test event" : GROUPS[code];
}

/** What an endpoint may name, with the names: the groups first. */
export const EVENT_CHOICES: readonly (readonly [code: string, name: string])[] = [
  ...Object.entries(GROUPS),
  ...Object.entries(PUBLIC_EVENTS).map(([code, { name }]) => [code, name] as const),
];
