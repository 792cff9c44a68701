import type { Static } from "typebox";
import type { FieldError } from "../../../ingest/problem.ts";
import type { NewGuest } from "../../../ingest/wishes/guest-wishlists.ts";
import { decodeWishlist } from "../../../store/records/records.ts";
import type { accepted } from "../../presenters/reply.ts";
import type { CreateWishlistBody } from "../../schemas/wishlists/wishlists.ts";
import { needsOne } from "../query.ts";

const NOT_FOR_GUESTS = ["customerId", "customerRef", "wishlistRef", "isDefault"] as const;

/** Checks a new wishlist: it must have a customer, or be of a guest and have no data of a customer. */
export function checkCreated(body: Static<typeof CreateWishlistBody>): FieldError[] {
  if (!body.guest) return needsOne(body, "customerId", "customerRef");
  const given = NOT_FOR_GUESTS.filter((name) => body[name] !== undefined && body[name] !== null);
  return given.map((name) => ({ path: `/${name}`, message: "must be absent in a guest's wishlist" }));
}

/** Adds the token of a new guest to an answer. The token is not stored. */
export function withToken(made: ReturnType<typeof accepted>, guest: NewGuest): ReturnType<typeof accepted> {
  const { id, ...rest } = decodeWishlist(made.json ?? "{}");
  return { ...made, json: JSON.stringify({ id, ...rest, guestToken: guest.tokenFor(id) }) };
}
