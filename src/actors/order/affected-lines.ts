import type { Match, Purchase, PurchaseLine } from "../../store/records/orders.ts";
import { isOneOf } from "../wishlist/state/item-index.ts";
import { mayChangePurchase } from "./mark-wish.ts";
import type { BoughtLine, MatchOrder } from "./messages.ts";
import { hasOtherTime } from "./sales.ts";

/** Matched lines of the former version of an order, with their names. */
export type NamedLines = [lineRef: string, line: PurchaseLine][];

/** Matched lines of the former version of an order that the new version affects. */
interface AffectedLines {
  /** Lines whose match must be undone. */
  returned: NamedLines;
  /** Lines that the order has now bought at another time. */
  retimed: NamedLines;
  /** Lines whose number of bought units may change. */
  changing: PurchaseLine[];
}

/** Returns how a wish was found: by the person's name, and by the rule of the line's name. */
export const ruleOf = (person: string, rule: string): string => `${person}, ${rule}`;
const isFoundBy = ({ rule }: Match, name: string) => rule.endsWith(ruleOf("", name));

/** Whether the line does not mean the matched variant, by the current catalogue. */
function isMistaken(
  { candidates, excluded = [], commonNames = [] }: BoughtLine,
  line: PurchaseLine,
): boolean {
  const { sale } = line;
  if (!sale) return false;
  if (isOneOf(excluded)(sale.product)) return true;
  const isByCommonName = commonNames.some((name) => isFoundBy(line, name));
  return isByCommonName && !isOneOf(candidates.map(({ product }) => product))(sale.product);
}

/** Whether the line has named another variant since the order was matched. */
const isLineRenamed = ({ renamedIn = 0 }: BoughtLine, { revision }: Purchase) => renamedIn > revision;

/**
 * Returns the matched lines whose match must be undone: cancelled, refunded, renamed, wrongly matched, or no longer in
 * the order.
 */
function undoneLines({ lines }: MatchOrder, purchase: Purchase): NamedLines {
  const kept = new Map(lines.filter(({ isUndone }) => !isUndone).map((line) => [line.lineRef, line]));
  return Object.entries(purchase.lines).filter(([lineRef, matched]) => {
    const line = kept.get(lineRef);
    return !line || isLineRenamed(line, purchase) || isMistaken(line, matched);
  });
}

/** Returns the matched lines that a version of an order affects; none if the order was not matched before. */
export function affectedLines(command: MatchOrder, purchase: Purchase | null): AffectedLines {
  if (!purchase) return { returned: [], retimed: [], changing: [] };
  const matched = Object.entries(purchase.lines);
  return {
    returned: undoneLines(command, purchase),
    retimed: matched.filter(([, line]) => line.wishlistId !== "" && hasOtherTime(line, command.boughtTime)),
    changing: command.lines.flatMap((line) => {
      const known = purchase.lines[line.lineRef];
      return known && mayChangePurchase(known, line) ? [known] : [];
    }),
  };
}
