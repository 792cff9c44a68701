import { normaliseReference } from "../../ingest/validation/normalise.ts";
import type { GuestWishlists } from "../../ingest/wishes/guest-wishlists.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { Customers } from "../../store/read/customers.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import { AUDIENCE } from "../auth/claims.ts";
import { scopesOf, type TokenHolder } from "../auth/holder.ts";
import { SHOPPER_SCOPE, type ShopperSubject } from "../auth/shopper.ts";
import type { TokenSigner } from "../auth/token-signer.ts";
import { type ExchangeRequest, TokenRefusal, type TokenRequest } from "./token-request.ts";

const CUSTOMER_ID = "urn:wishlist-service:token-type:customer-id";
const CUSTOMER_REF = "urn:wishlist-service:token-type:customer-ref";
const GUEST_TOKEN = "urn:wishlist-service:token-type:guest-token";
/**
 * The types of the subject of an exchange. They are specific to this service, because the client, and not another
 * authorization server, has authenticated the shopper.
 */
export const SUBJECT_TOKEN_TYPES = [CUSTOMER_ID, CUSTOMER_REF, GUEST_TOKEN] as const;
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
const ISSUED_TYPES = [ACCESS_TOKEN, "urn:ietf:params:oauth:token-type:jwt"];

const invalid = (description: string) => new TokenRefusal(400, "invalid_request", description);

/** Refuses parameters of an exchange that the service does not support (RFC 8693, section 2.1). */
function refuseUnsupported({ exchange = {}, scope }: TokenRequest): void {
  const { requested_token_type: type, audience, resource } = exchange;
  if (exchange.actor_token !== undefined)
    throw invalid("actor_token is not supported: the client itself is the actor");
  if (type !== undefined && !ISSUED_TYPES.includes(type))
    throw invalid(`requested_token_type must be ${ISSUED_TYPES.join(" or ")}`);
  if ((audience !== undefined && audience !== AUDIENCE) || resource !== undefined)
    throw new TokenRefusal(400, "invalid_target", `the only audience is ${AUDIENCE}`);
  if (scope !== undefined && scope !== SHOPPER_SCOPE)
    throw new TokenRefusal(400, "invalid_scope", `the only scope of an exchange is ${SHOPPER_SCOPE}`);
}

interface TokenExchangeParts {
  tokenSigner: Pick<TokenSigner, "issueForShopper">;
  customers: Pick<Customers, "at">;
  guests: Pick<GuestWishlists, "verify">;
  layout: Layout;
}

/** Issues shoppers' tokens to clients (RFC 8693). */
export class TokenExchange {
  readonly #signer: TokenExchangeParts["tokenSigner"];
  readonly #customers: TokenExchangeParts["customers"];
  readonly #guests: TokenExchangeParts["guests"];
  readonly #layout: Layout;

  constructor({ tokenSigner, customers, guests, layout }: TokenExchangeParts) {
    this.#signer = tokenSigner;
    this.#customers = customers;
    this.#guests = guests;
    this.#layout = layout;
  }

  /**
   * Returns the answer with a token for the customer or the guest that the client names. `count` counts the token for
   * the tenant's budget.
   *
   * @throws {TokenRefusal} also for a client without the scope, and for a customer or guest that the client's store
   *   does not have
   */
  async issue(tenant: Tenant, client: TokenHolder, request: TokenRequest, count: () => Promise<void>) {
    if (!scopesOf(client).includes("tokens:exchange"))
      throw new TokenRefusal(
        400,
        "unauthorized_client",
        "the client does not have the scope tokens:exchange",
      );
    refuseUnsupported(request);
    const subject = await this.#subjectOf(`${tenant.id}/${client.store}`, request.exchange ?? {});
    await count();
    const { token, lifetimeSeconds } = await this.#signer.issueForShopper(tenant, client, subject);
    return {
      access_token: token,
      issued_token_type: ACCESS_TOKEN,
      token_type: "Bearer",
      expires_in: lifetimeSeconds,
      refresh_expires_in: 0,
      "not-before-policy": tenant.notBefore,
      scope: SHOPPER_SCOPE,
    };
  }

  /** Finds the customer or the guest of an exchange. For a guest, this counts as a use of the wishlist. */
  async #subjectOf(storeKey: string, request: ExchangeRequest): Promise<ShopperSubject> {
    const { subject_token: subject, subject_token_type: type } = request;
    if (subject === undefined) throw invalid("subject_token is missing");
    if (type === GUEST_TOKEN) {
      const guest = await this.#guests.verify(storeKey, subject);
      if (!guest) throw invalid("subject_token is not the token of a guest");
      return { subject: guest.wishlistId, isGuest: true };
    }
    if (type !== CUSTOMER_ID && type !== CUSTOMER_REF)
      throw invalid(`subject_token_type must be one of ${SUBJECT_TOKEN_TYPES.join(", ")}`);
    const named = type === CUSTOMER_ID ? subject : normaliseReference(subject);
    const address =
      type === CUSTOMER_ID ? this.#layout.slotOfId(storeKey, named) : this.#layout.slotOfRef(storeKey, named);
    const record = address && (await this.#customers.at(address));
    const name = type === CUSTOMER_ID ? record?.svc_customer_id : record?.id;
    if (!record || name !== named) throw invalid("subject_token is not a customer of the store");
    return { subject: record.svc_customer_id, isGuest: false };
  }
}
