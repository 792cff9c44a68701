import { hasConsented } from "../../src/actors/customer/consent.ts";
import type { Customer } from "../api/types.ts";

/** A customer's consent to marketing, in words. */
interface ConsentInWords {
  isGiven: boolean;
  state: "accepted" | "not accepted" | "no consent";
  /** How the customer has opted in, if marketing is accepted. */
  level?: string;
}

/** Opt-in levels by their names in the API. */
const LEVELS: Readonly<Record<string, string>> = {
  single_opt_in: "single opt-in",
  confirmed_opt_in: "confirmed opt-in",
};

/** Returns a customer's consent to marketing: one without a known opt-in level does not count. */
export function consentInWords(
  customer: Pick<Customer, "accepts_marketing" | "marketing_opt_in_level">,
): ConsentInWords {
  const { accepts_marketing: accepts, marketing_opt_in_level: level } = customer;
  const isGiven = hasConsented(customer);
  if (!accepts) return { isGiven, state: "not accepted" };
  if (!isGiven) return { isGiven, state: "no consent", level: "opt-in level unknown" };
  return { isGiven, state: "accepted", level: LEVELS[level ?? ""] ?? level ?? "" };
}
