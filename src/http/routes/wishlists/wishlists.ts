import type { Static } from "typebox";
import { isNamedCustomer } from "../../../actors/customer-slot.ts";
import type { Patch } from "../../../actors/patch.ts";
import type { CreateWishlist, WishlistFields } from "../../../actors/wishlist/messages.ts";
import type { Wishlists } from "../../../store/read/wishlists.ts";
import type { CommandGateway } from "../../command-gateway.ts";
import type { PageCache, PageView } from "../../page-cache.ts";
import { presentItemPage, presentLookup, presentWishlistPage } from "../../presenters/pages.ts";
import { accepted, presentRead, presentWrite } from "../../presenters/reply.ts";
import { Problem } from "../../../ingest/problem.ts";
import type { GuestWishlists } from "../../../ingest/wishes/guest-wishlists.ts";
import { type ApiRoute, route, BAD_REQUEST } from "../../route.ts";
import {
  CreatedWishlistResponse,
  CreateWishlistBody,
  CustomerQuery,
  ItemPageResponse,
  LookupQuery,
  UpdateWishlistBody,
  WishlistPageResponse,
  WishlistPageQuery,
  WishlistQuery,
  WishlistResponse,
  WishlistWithItems,
} from "../../schemas/wishlists.ts";
import { customerAddress, notFound } from "../../../ingest/targets.ts";
import type { Session } from "../../auth/sessions.ts";
import type { SessionTargets } from "../../session-targets.ts";
import { defined } from "../../../store/defined.ts";
import { checkCreated, withToken } from "./new-guests.ts";
import { LARGEST_PAGE, needsOne, pageOf, requireOne } from "../query.ts";

const PREFIX = "/services/wsservice/api";

const WISHLIST_PAGE: PageView = { name: "wishlist", present: presentWishlistPage };
const ITEM_PAGE: PageView = { name: "items", present: presentItemPage };

export interface WishlistRouteParts {
  writes: CommandGateway;
  wishlists: Pick<Wishlists, "lookup">;
  pages: Pick<PageCache, "read">;
  targets: SessionTargets;
  guests: Pick<GuestWishlists, "newGuest">;
  /** Maximum number of wishlists of a customer. */
  most: number;
}

/** Routes of wishlists: create, update, read, look up and delete. */
export function wishlistRoutes({
  writes,
  wishlists,
  pages,
  targets,
  guests,
  most,
}: WishlistRouteParts): ApiRoute[] {
  const create = { malformed: 405, invalid: 405, duplicate: 405 } as const;
  const tag = "Wishlists";

  /** The answer with a page of the wishlist that a query names. */
  async function readPage(session: Session, query: Static<typeof WishlistPageQuery>, view: PageView) {
    requireOne(query, "id", "wishlistRef");
    const target = await targets.wishlist(session, { id: query.id, ref: query.wishlistRef });
    const page = await pages.read(session.storeKey, target.wishlistId, pageOf(query), view);
    const isMeant = query.wishlistRef === undefined || page?.meta.wishlistRef === query.wishlistRef;
    if (!page || !isMeant) throw notFound("wishlist");
    return presentRead(page.body, page.meta.version);
  }

  return [
    route({
      operation: "createWishlist",
      method: "post",
      paths: [`${PREFIX}/wishlists`],
      tag,
      summary: "Create a wishlist",
      description:
        "The wishlist is empty; items are added afterwards. The customer must exist. With guest: true it has no customer, and the answer has the guestToken, which is shown only here.",
      scope: "wishlists:write",
      shoppers: true,
      body: CreateWishlistBody,
      check: checkCreated,
      idempotency: "command",
      refusals: create,
      conditional: false,
      responses: { 201: { description: "The new wishlist.", schema: CreatedWishlistResponse } },
      async handle(request) {
        const { session, body, terms } = request;
        const { customerId, customerRef, guest: isGuest, ...fields } = body;
        const { storeKey } = session;
        if (isGuest && session.shopper) {
          throw new Problem("Forbidden", { detail: "A shopper's token makes no guests." });
        }
        targets.refuseChosen(session, body.wishlistRef ? ["/wishlistRef"] : [], create);
        const guest = isGuest ? guests.newGuest(storeKey, terms.idempotency?.digest) : undefined;
        const reply = await writes.submit(terms, () => {
          const { partition, slot, key } =
            guest?.address ??
            customerAddress((named) => targets.customer(session, named), { customerId, customerRef }, create);
          const command: CreateWishlist = {
            type: "CreateWishlist",
            storeKey,
            slot,
            key,
            most,
            ...(guest ? { guest: { hash: guest.hash } } : {}),
            ...(customerId ? { customerId } : {}),
            ...(customerRef ? { customerRef } : {}),
            fields,
          };
          return { partition, command };
        });
        const made = accepted(reply, create, request);
        return presentWrite(201, guest ? withToken(made, guest) : made);
      },
    }),

    route({
      operation: "updateWishlist",
      method: "put",
      paths: [`${PREFIX}/wishlists`],
      tag,
      summary: "Change a wishlist's metadata",
      description:
        "Fields that are present are set, null clears an optional one, absent ones stay. Items do not change.",
      scope: "wishlists:write",
      shoppers: true,
      body: UpdateWishlistBody,
      check: (body) => needsOne(body, "id", "wishlistRef"),
      idempotency: "command",
      refusals: BAD_REQUEST,
      responses: { 200: { description: "The changed wishlist.", schema: WishlistResponse } },
      async handle(request) {
        const { session, body, terms, ifMatch } = request;
        const { id, wishlistRef, customerId, customerRef, ...rest } = body;
        const reply = await writes.submit(terms, async () => {
          // With an id, the reference is the wishlist's new one; without, it finds the wishlist.
          const { partition, ...target } = await targets.wishlist(
            session,
            id ? { id } : { ref: wishlistRef },
          );
          const changes: Patch<WishlistFields> = id ? { ...rest, wishlistRef } : rest;
          targets.refuseChosen(
            session,
            changes.wishlistRef === undefined ? [] : ["/wishlistRef"],
            BAD_REQUEST,
          );
          const command = {
            type: "UpdateWishlist" as const,
            storeKey: session.storeKey,
            ...target,
            ...defined({ ifMatch }),
            ...(customerId ? { customerId } : {}),
            ...(customerRef ? { customerRef } : {}),
            changes: defined(changes),
          };
          return { partition, command };
        });
        return presentWrite(200, accepted(reply, BAD_REQUEST, request));
      },
    }),

    route({
      operation: "getWishlist",
      method: "get",
      paths: [`${PREFIX}/wishlists`],
      tag,
      summary: "Get a wishlist with a page of its items",
      description:
        "Items come in pages, in ascending order of their ids. Send lastEvaluatedItemId as lastItemId for the next page.",
      scope: "wishlists:read",
      shoppers: true,
      query: WishlistPageQuery,
      refusals: BAD_REQUEST,
      responses: { 200: { description: "The wishlist.", schema: WishlistWithItems } },
      handle: ({ session, query }) => readPage(session, query, WISHLIST_PAGE),
    }),

    route({
      operation: "listItems",
      method: "get",
      paths: [`${PREFIX}/wishlist/items`],
      tag: "Items",
      summary: "List the items of a wishlist",
      description:
        "One page of items, in ascending order of their ids. Send lastEvaluatedItemId as lastItemId for the next page.",
      scope: "wishlists:read",
      shoppers: true,
      query: WishlistPageQuery,
      refusals: BAD_REQUEST,
      responses: { 200: { description: "A page of items.", schema: ItemPageResponse } },
      handle: ({ session, query }) => readPage(session, query, ITEM_PAGE),
    }),

    route({
      operation: "lookupWishlists",
      method: "get",
      paths: [`${PREFIX}/wishlists/lookup`],
      tag,
      summary: "Get the wishlists of a customer",
      description:
        "Each wishlist has its first page of up to 50 items, or fewer large ones; to continue, use lastEvaluatedItemId in the list of items. A page ends early at 4 MiB. A customer without wishlists gets 404.",
      scope: "wishlists:read",
      shoppers: true,
      query: LookupQuery,
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 200: { description: "A page of wishlists.", schema: WishlistPageResponse } },
      async handle({ session, query }) {
        requireOne(query, "customerId", "customerRef");
        const { customerId: id, customerRef: ref } = query;
        const address = targets.customer(session, { id, ref });
        const found =
          address &&
          (await wishlists.lookup(address, { ...pageOf(query), itemSize: LARGEST_PAGE }, (customer) =>
            isNamedCustomer(customer, { customerId: id, customerRef: ref }),
          ));
        if (!found) throw new Problem("ResourceNotFound", { detail: "The customer has no wishlists." });
        return presentRead(presentLookup(found));
      },
    }),

    route({
      operation: "deleteWishlist",
      method: "delete",
      paths: [`${PREFIX}/wishlists`],
      tag,
      summary: "Delete a wishlist",
      description: "It is kept for reporting, without anything that leads to the customer.",
      scope: "wishlists:write",
      shoppers: true,
      query: WishlistQuery,
      idempotency: "command",
      refusals: BAD_REQUEST,
      responses: { 204: { description: "Deleted." } },
      async handle(request) {
        const { session, query, terms, ifMatch } = request;
        requireOne(query, "id", "wishlistRef");
        const reply = await writes.submit(terms, async () => {
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
        return presentWrite(204, accepted(reply, BAD_REQUEST, request));
      },
    }),

    route({
      operation: "deleteWishlists",
      method: "delete",
      paths: [`${PREFIX}/wishlists/customer`],
      tag,
      summary: "Delete all wishlists of a customer",
      description:
        "Each wishlist is kept for reports without anything that links it to the customer. The customer stays.",
      scope: "wishlists:write",
      shoppers: true,
      query: CustomerQuery,
      idempotency: "command",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 204: { description: "All deleted." } },
      async handle(request) {
        const { session, query, terms } = request;
        requireOne(query, "customerId", "customerRef");
        const { customerId, customerRef } = query;
        const reply = await writes.submit(terms, () => {
          const address = targets.customer(session, { id: customerId, ref: customerRef });
          if (!address) throw notFound("customer");
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
        return presentWrite(204, accepted(reply, BAD_REQUEST, request));
      },
    }),
  ];
}
