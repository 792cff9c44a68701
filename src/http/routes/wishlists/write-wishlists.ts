import type { Patch } from "../../../actors/patch.ts";
import { NO_WISHLISTS } from "../../../actors/state/customer-slot.ts";
import type { CreateWishlist, WishlistFields } from "../../../actors/wishlist/messages.ts";
import { defined, filled } from "../../../collections/defined.ts";
import { Problem } from "../../../ingest/problem.ts";
import { customerAddress } from "../../../ingest/targets.ts";
import type { GuestWishlists } from "../../../ingest/wishes/guest-wishlists.ts";
import { senderOf } from "../../auth/shopper.ts";
import type { CommandGateway } from "../../idempotency/command-gateway.ts";
import { accepted, presentWrite } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  CreatedWishlistResponse,
  CreateWishlistBody,
  CustomerQuery,
  UpdateWishlistBody,
  WishlistQuery,
  WishlistResponse,
} from "../../schemas/wishlists/wishlists.ts";
import type { SessionTargets } from "../../session-targets.ts";
import { answerCommand } from "../answer-command.ts";
import { API_PATH } from "../api-path.ts";
import { needsOne, requireOne } from "../query.ts";
import { checkCreated, withToken } from "./new-guests.ts";

const TAG = "Wishlists";
const CREATE_REFUSALS = { malformed: 405, invalid: 405, duplicate: 405 } as const;

interface WishlistWriteParts {
  writes: CommandGateway;
  targets: SessionTargets;
  guests: Pick<GuestWishlists, "newGuest">;
  /** Maximum number of wishlists of a customer. */
  maxWishlists: number;
}

const createWishlist = ({ writes, targets, guests, maxWishlists }: WishlistWriteParts): ApiRoute =>
  route({
    operation: "createWishlist",
    method: "post",
    paths: [`${API_PATH}/wishlists`],
    tag: TAG,
    summary: "Create a wishlist",
    description:
      "The new wishlist is empty. The customer must exist. With guest: true, the wishlist has no customer, and the answer has the guestToken, which is shown only here.",
    scope: "wishlists:write",
    shoppers: true,
    body: CreateWishlistBody,
    check: checkCreated,
    idempotency: "command",
    refusals: CREATE_REFUSALS,
    conditional: false,
    responses: { 201: { description: "The new wishlist.", schema: CreatedWishlistResponse } },
    async handle(request) {
      const { session, body, terms } = request;
      const { customerId, customerRef, guest: isGuest, ...fields } = body;
      const { storeKey } = session;
      if (isGuest && session.shopper) {
        throw new Problem("Forbidden", { detail: "A shopper's token cannot create a guest." });
      }
      targets.refuseChosen(session, body.wishlistRef ? ["/wishlistRef"] : [], CREATE_REFUSALS);
      const guest = isGuest ? guests.newGuest(storeKey, terms.idempotency?.digest) : undefined;
      const reply = await writes.submit(terms, () => {
        const { partition, slot, key } =
          guest?.address ??
          customerAddress(
            (named) => targets.customer(session, named),
            { customerId, customerRef },
            CREATE_REFUSALS,
          );
        const command: CreateWishlist = {
          type: "CreateWishlist",
          storeKey,
          slot,
          key,
          most: maxWishlists,
          ...(guest ? { guest: { hash: guest.hash } } : {}),
          ...filled({ customerId, customerRef }),
          fields,
        };
        return { partition, command };
      });
      const made = accepted(reply, CREATE_REFUSALS);
      return presentWrite(201, guest ? withToken(made, guest) : made);
    },
  });

const updateWishlist = ({ writes, targets }: WishlistWriteParts): ApiRoute =>
  route({
    operation: "updateWishlist",
    method: "put",
    paths: [`${API_PATH}/wishlists`],
    tag: TAG,
    summary: "Change a wishlist's metadata",
    description:
      "Fields in the body are set, null clears an optional field, and absent fields do not change. Items do not change.",
    scope: "wishlists:write",
    shoppers: true,
    body: UpdateWishlistBody,
    check: (body) => needsOne(body, "id", "wishlistRef"),
    idempotency: "command",
    refusals: BAD_REQUEST,
    responses: { 200: { description: "The changed wishlist.", schema: WishlistResponse } },
    async handle(request) {
      const { session, body, ifMatch } = request;
      const { id, wishlistRef, customerId, customerRef, ...rest } = body;
      return answerCommand(writes, request, { status: 200, refusals: BAD_REQUEST }, async () => {
        // With an id, the reference is a new one for the wishlist. Without an id, it finds the wishlist.
        const { partition, ...target } = await targets.wishlist(session, id ? { id } : { ref: wishlistRef });
        const changes: Patch<WishlistFields> = id ? { ...rest, wishlistRef } : rest;
        const command = {
          type: "UpdateWishlist" as const,
          storeKey: session.storeKey,
          ...target,
          ...senderOf(session),
          ...defined({ ifMatch }),
          ...filled({ customerId, customerRef }),
          changes: defined(changes),
        };
        return { partition, command };
      });
    },
  });

const deleteWishlist = ({ writes, targets }: WishlistWriteParts): ApiRoute =>
  route({
    operation: "deleteWishlist",
    method: "delete",
    paths: [`${API_PATH}/wishlists`],
    tag: TAG,
    summary: "Delete a wishlist",
    description: "The wishlist is kept for reports, without any link to the customer.",
    scope: "wishlists:write",
    shoppers: true,
    query: WishlistQuery,
    idempotency: "command",
    refusals: BAD_REQUEST,
    responses: { 204: { description: "Deleted." } },
    async handle(request) {
      const { session, query, ifMatch } = request;
      requireOne(query, "id", "wishlistRef");
      return answerCommand(writes, request, { status: 204, refusals: BAD_REQUEST }, async () => {
        const named = { id: query.id, ref: query.wishlistRef };
        const { partition, ...target } = await targets.wishlist(session, named);
        const command = {
          type: "DeleteWishlist" as const,
          storeKey: session.storeKey,
          ...target,
          ...defined({ ifMatch }),
        };
        return { partition, command };
      });
    },
  });

const deleteWishlists = ({ writes, targets }: WishlistWriteParts): ApiRoute =>
  route({
    operation: "deleteWishlists",
    method: "delete",
    paths: [`${API_PATH}/wishlists/customer`],
    tag: TAG,
    summary: "Delete all wishlists of a customer",
    description:
      "The wishlists are kept for reports, without any link to the customer. The customer is not deleted.",
    scope: "wishlists:write",
    shoppers: true,
    query: CustomerQuery,
    idempotency: "command",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 204: { description: "All wishlists are deleted." } },
    async handle(request) {
      const { session, query } = request;
      requireOne(query, "customerId", "customerRef");
      const { customerId, customerRef } = query;
      return answerCommand(writes, request, { status: 204, refusals: BAD_REQUEST }, () => {
        const address = targets.customer(session, { id: customerId, ref: customerRef });
        if (!address) throw new Problem("ResourceNotFound", { detail: NO_WISHLISTS });
        const { partition, slot, key } = address;
        const command = {
          type: "DeleteWishlists" as const,
          storeKey: session.storeKey,
          slot,
          key,
          ...defined({ customerId, customerRef }),
        };
        return { partition, command };
      });
    },
  });

/** Returns the routes that create, update and delete wishlists. */
export const writeWishlistRoutes = (parts: WishlistWriteParts): ApiRoute[] =>
  [createWishlist, updateWishlist, deleteWishlist, deleteWishlists].map((routeOf) => routeOf(parts));
