import { isValidAt, shareView } from "../../../actors/wishlist/list/share-wishlist.ts";
import type { CreateShare, RevokeShare } from "../../../actors/wishlist/messages.ts";
import { defined } from "../../../collections/defined.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { Shares } from "../../../store/read/shares.ts";
import { newTokenSecret, tokenHashOf, wishlistTokenOf } from "../../../store/secrets/wishlist-token.ts";
import type { CommandGateway } from "../../idempotency/command-gateway.ts";
import { accepted, presentRead, presentWrite } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { CreateShareBody, ShareResponse, SharesResponse } from "../../schemas/wishlists/shares.ts";
import type { SessionTargets } from "../../session-targets.ts";
import { answerCommand } from "../answer-command.ts";
import { API_PATH } from "../api-path.ts";
import { PAGE_PATH } from "./shared.ts";

const PATH = `${API_PATH}/wishlists/:id/shares`;
const ID = { id: "The service's id of the wishlist." };
const COMMON = { tag: "Sharing", shoppers: true, refusals: BAD_REQUEST } as const;

interface ShareRouteParts {
  writes: CommandGateway;
  targets: SessionTargets;
  shares: Pick<Shares, "of">;
  /** Base address that callers see, without a slash at the end. */
  publicUrl: string;
  /** The clock of Redis. */
  now: () => number;
}

const createShare = ({ writes, targets, publicUrl }: ShareRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "createShare",
    method: "post",
    paths: [PATH],
    params: ID,
    summary: "Share a wishlist by a link",
    description:
      "Everybody with the link can see the wishlist without personal data, even if it is private, and cannot change it. The token is shown only in this answer. A wishlist has at most 20 valid links.",
    scope: "wishlists:write",
    body: CreateShareBody,
    optionalBody: true,
    // The answer has the token, so it is stored sealed, and not with the command.
    idempotency: "answer",
    responses: { 201: { description: "The new link.", schema: ShareResponse } },
    async handle(request) {
      const { session, body, terms, ifMatch, repeatKey } = request;
      const { partition, ...target } = await targets.wishlist(session, { id: request.param("id") });
      const token = wishlistTokenOf(target.wishlistId, newTokenSecret());
      const command: CreateShare = {
        type: "CreateShare",
        storeKey: session.storeKey,
        ...target,
        hash: tokenHashOf(token),
        ...defined({ ifMatch, repeatKey }),
        ...(body.expires ? { expires: new Date(body.expires).toISOString() } : {}),
        ...(body.displayName ? { displayName: body.displayName } : {}),
      };
      const reply = await writes.submit(terms, () => ({ partition, command }));
      const { json = "{}" } = accepted(reply, BAD_REQUEST);
      const secret = JSON.stringify({ token, url: `${publicUrl}${PAGE_PATH}/${token}` });
      return presentWrite(201, { json: `${json.slice(0, -1)},${secret.slice(1)}` });
    },
  });

const listShares = ({ targets, shares, now }: ShareRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "listShares",
    method: "get",
    paths: [PATH],
    params: ID,
    summary: "List the valid links of a wishlist",
    description: "The links do not have their tokens, which are not stored.",
    scope: "wishlists:read",
    conditional: false,
    responses: { 200: { description: "The links, the oldest first.", schema: SharesResponse } },
    async handle(request) {
      const { storeKey } = request.session;
      const { wishlistId } = await targets.wishlist(request.session, { id: request.param("id") });
      const found = await shares.of(storeKey, wishlistId);
      if (!found) throw notFound("wishlist");
      const time = new Date(now()).toISOString();
      const valid = found.filter((share) => isValidAt(share, time)).map(shareView);
      return presentRead(JSON.stringify({ shares: valid }));
    },
  });

const revokeShare = ({ writes, targets }: ShareRouteParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "revokeShare",
    method: "delete",
    paths: [`${PATH}/:shareId`],
    params: { ...ID, shareId: "The id of the link." },
    summary: "Revoke a link to a wishlist",
    description: "The link is invalid as soon as the request is answered.",
    scope: "wishlists:write",
    idempotency: "command",
    responses: { 204: { description: "Revoked." } },
    async handle(request) {
      const { session, ifMatch } = request;
      return answerCommand(writes, request, { status: 204, refusals: BAD_REQUEST }, async () => {
        const { partition, ...target } = await targets.wishlist(session, { id: request.param("id") });
        const command: RevokeShare = {
          type: "RevokeShare",
          storeKey: session.storeKey,
          ...target,
          shareId: request.param("shareId"),
          ...defined({ ifMatch }),
        };
        return { partition, command };
      });
    },
  });

/** Returns the routes that create, list and revoke links to a wishlist. */
export const shareRoutes = (parts: ShareRouteParts): ApiRoute[] =>
  [createShare, listShares, revokeShare].map((routeOf) => routeOf(parts));
