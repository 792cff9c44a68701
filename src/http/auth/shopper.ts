import type { BySender } from "../../actors/wishlist/messages.ts";
import type { SlotAddress } from "../../store/layout.ts";

/** The scope of tokens for shoppers; no client has it, and it cannot be asked for otherwise. */
export const SHOPPER_SCOPE = "shopper";

/** The one customer, or the one wishlist of a guest, that a token for a shopper is for. */
export interface Shopper {
  /** The service's id of the customer, or of the guest's wishlist. */
  readonly subject: string;
  /** Where the customer is; absent for a guest. */
  readonly customer?: SlotAddress;
}

/** What a command says of the holder of the token that it came with. */
export const senderOf = ({ shopper }: { shopper?: Shopper | undefined }): BySender =>
  shopper ? { byShopper: true } : {};

/** Whom a client asks a token for: a customer, or a guest, by the service's id of the customer or of the wishlist. */
export interface ShopperSubject {
  subject: string;
  isGuest: boolean;
}
