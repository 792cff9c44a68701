import { defined } from "../../collections/defined.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import { type Occasion, occasionOf } from "./occasion.ts";
import type { AlertRule, MailRuleCode } from "./rule-codes.ts";
import { type NotifiedBefore, type Rule, RULES, type VariantFacts } from "./rules.ts";

/** The result of a rule. */
export interface Verdict {
  rule: AlertRule | MailRuleCode;
  outcome: "pass" | "block";
  detail: string;
  at?: string;
}

/** Applies a rule to facts. */
export function verdictOf<Facts>({ code, isMet, detail, at }: Rule<Facts>, facts: Facts): Verdict {
  const time = at?.(facts);
  return {
    rule: code,
    outcome: isMet(facts) ? "pass" : "block",
    detail: detail(facts),
    ...defined({ at: time }),
  };
}

/** Whether a rule is not met. */
export const isBlocking = ({ outcome }: Verdict): boolean => outcome === "block";

/** Returns the results of all rules for a wish, except those of the tenant. */
function verdictsOf(
  item: ItemRecord,
  facts: VariantFacts,
  occasion: Occasion,
  notified: NotifiedBefore,
): Verdict[] {
  const wish = { item, occasion, notified };
  return [
    ...RULES.wish.map((rule) => verdictOf(rule, wish)),
    ...RULES.variant.map((rule) => verdictOf(rule, facts)),
    ...RULES.occasion.map((rule) => verdictOf(rule, wish)),
    ...RULES.notified.map((rule) => verdictOf(rule, wish)),
  ];
}

/** Counts the rules that a wish passes before one blocks it. */
const reachOf = (verdicts: readonly Verdict[]) => {
  const first = verdicts.findIndex(isBlocking);
  return first === -1 ? verdicts.length : first;
};

/**
 * Applies the rules to each of a customer's wishes for a variant, and returns the verdicts of the wish that passes the
 * most rules: the customer is notified if any wish passes all. `wishes` must not be empty.
 */
export function judge(
  wishes: readonly ItemRecord[],
  facts: VariantFacts,
  notified: NotifiedBefore,
): Verdict[] {
  const occasion = occasionOf(facts);
  const judged = wishes.map((item) => verdictsOf(item, facts, occasion, notified));
  return judged.reduce((best, verdicts) => (reachOf(verdicts) > reachOf(best) ? verdicts : best));
}
