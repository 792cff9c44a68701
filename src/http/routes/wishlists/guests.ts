import { defined } from "../../../collections/defined.ts";
import { customerAddress, type Targets } from "../../../ingest/targets.ts";
import type { GuestWishlists } from "../../../ingest/wishes/guest-wishlists.ts";
import { accepted, presentWrite } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { ClaimBody, ClaimResponse } from "../../schemas/wishlists/guests.ts";
import { API_PATH } from "../api-path.ts";
import { needsOne } from "../query.ts";

/** Returns the route that gives a customer the wishlist of a guest. */
export function guestRoutes(parts: {
  guests: GuestWishlists;
  targets: Targets;
  maxWishlists: number;
}): ApiRoute[] {
  const { guests, targets, maxWishlists } = parts;
  return [
    route({
      operation: "claimWishlist",
      method: "post",
      paths: [`${API_PATH}/wishlists/claim`],
      tag: "Wishlists",
      summary: "Give a guest's wishlist to a customer",
      description:
        "For a guest who signs in. The guest's wishlist is deleted, and its items get new ids. A claim is applied once: if it is repeated for the same customer, the answer is the same; for another customer it is 404.",
      scope: "wishlists:write",
      body: ClaimBody,
      check: (body) => needsOne(body, "customerId", "customerRef"),
      idempotency: "answer",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 200: { description: "The customer has the items.", schema: ClaimResponse } },
      async handle(request) {
        const { session, body } = request;
        const { guestToken, customerId, customerRef, mode } = body;
        const { partition, slot, key } = customerAddress(
          (named) => targets.customer(session.storeKey, named),
          body,
          BAD_REQUEST,
        );
        const claimed = await guests.claim(session.storeKey, guestToken, {
          partition,
          slot,
          key,
          mode,
          most: maxWishlists,
          ...defined({ customerId: customerId ?? undefined, customerRef: customerRef ?? undefined }),
          allowDuplicates: session.tenant.settings.allowDuplicateVariants,
        });
        if ("ok" in claimed) return presentWrite(200, accepted(claimed, BAD_REQUEST));
        return presentWrite(200, { json: JSON.stringify(claimed) });
      },
    }),
  ];
}
