import type { SlotAddress } from "../../store/layout.ts";

/** The scope of tokens for shoppers; no client has it, and it cannot be asked for otherwise. */
export const SHOPPER_SCOPE = "shopper";

/** The one customer whose things a token for a shopper is for. */
export interface Shopper extends SlotAddress {
  /** The service's id of the customer. */
  customerId: string;
}
