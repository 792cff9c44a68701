import type { BySender } from "../../actors/wishlist/messages.ts";
import type { SlotAddress } from "../../store/layout/layout.ts";

/** The scope of shoppers' tokens. No client has it, and no other request can get it. */
export const SHOPPER_SCOPE = "shopper";

/** The customer, or the guest's wishlist, that a shopper's token is for. */
export interface Shopper {
  /** The service's id of the customer, or of the guest's wishlist. */
  readonly subject: string;
  /** Address of the customer; absent for a guest. */
  readonly customer?: SlotAddress;
}

/** Returns the member of a command that says whether a shopper sent it. */
export const senderOf = ({ shopper }: { shopper?: Shopper | undefined }): BySender =>
  shopper ? { byShopper: true } : {};

/** The subject of a token that a client requests: the service's id of a customer, or of a guest's wishlist. */
export interface ShopperSubject {
  subject: string;
  isGuest: boolean;
}
