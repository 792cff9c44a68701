import { addTo } from "../../../src/collections/grouped.ts";
import type { Json } from "../../support/service.ts";
import type { Story } from "../load/stories.ts";
import type { Recorded } from "../load/wishlists.ts";

type Event = Json;

/** Events by the key of their subject. */
const byKey = (events: readonly Event[], key: (event: Event) => string | undefined): Map<string, Event[]> => {
  const found = new Map<string, Event[]>();
  for (const event of events) {
    const name = key(event);
    if (name !== undefined) addTo(found, name, event);
  }
  return found;
};

const typesOf = (events: readonly Event[]) =>
  events.map(({ type }) => String(type).replace(/^wishlist\./, ""));

/** The order of an item's events: added first, and nothing after its end. */
const LIFE = /^item\.added(,item\.(updated|purchased|purchase_reverted))*(,item\.removed)?$/;
/** The order of a wishlist's events. */
const WISHLIST_LIFE = /^created(,updated)*(,deleted)?$/;

/** Events that are duplicate, missing, or out of order. */
export function feedFindings(
  events: readonly Event[],
  { recorded, stories }: { recorded: readonly Recorded[]; stories: readonly Story[] },
): string[] {
  const findings: string[] = [];
  for (const [id, same] of byKey(events, (event) => event.id))
    if (same.length > 1) findings.push(`event ${id} is ${same.length} times in the change feed`);
  const items = byKey(events, ({ data }) => data.itemId);
  for (const [id, own] of items) {
    const life = typesOf(own.filter(({ type }) => type.startsWith("wishlist.item."))).join();
    if (!LIFE.test(life)) findings.push(`the events of item ${id} are ${life}`);
  }
  const lists = byKey(events, ({ type, data }) =>
    type.startsWith("wishlist.item.") ? undefined : data.wishlistId,
  );
  for (const [id, own] of lists) {
    const life = typesOf(own.filter(({ type }) => type.startsWith("wishlist."))).join();
    if (life !== "" && !WISHLIST_LIFE.test(life)) findings.push(`the events of wishlist ${id} are ${life}`);
  }
  for (const [id, own] of byKey(events, ({ data }) => data.wishlistId)) {
    const times = own.filter(({ type }) => type.startsWith("wishlist.")).map(({ timestamp }) => timestamp);
    if (times.some((time, i) => i > 0 && time < times[i - 1]))
      findings.push(`the events of wishlist ${id} are not in their order`);
  }
  for (const list of recorded) findings.push(...recordedFindings(list, events));
  for (const story of stories) findings.push(...storyEventFindings(story, items));
  return findings;
}

/** Events of a purchase, or of a move, that are missing or duplicate. */
function storyEventFindings(
  { itemId, orderRef, movedFrom }: Story,
  items: ReadonlyMap<string, Event[]>,
): string[] {
  const count = (id: string, type: string, isMeant: (data: Json) => boolean = () => true) =>
    (items.get(id) ?? []).filter((event) => event.type === type && isMeant(event.data)).length;
  const purchases = count(itemId, "wishlist.item.purchased");
  const findings =
    purchases === (orderRef === undefined ? 0 : 1)
      ? []
      : [`item ${itemId} has ${purchases} events of a purchase`];
  if (movedFrom === undefined) return findings;
  const left = count(movedFrom, "wishlist.item.removed", ({ movedTo }) => movedTo === itemId);
  const arrived = count(itemId, "wishlist.item.added", (data) => data.movedFrom === movedFrom);
  if (left !== 1 || arrived !== 1)
    findings.push(`item ${movedFrom} has ${left} events of its move to ${itemId}, which has ${arrived}`);
  return findings;
}

/** The writes to an item, with the types of their events. */
const ITEM_WRITES = [
  ["add", "item.added"],
  ["set", "item.updated"],
  ["remove", "item.removed"],
] as const;

/** Writes of a wishlist that do not have one event each, and events of writes that were refused. */
function recordedFindings({ id, history, refused }: Recorded, events: readonly Event[]): string[] {
  const own = events.filter(({ type, data }) => type.startsWith("wishlist.") && data.wishlistId === id);
  const added = own.filter(({ type }) => type === "wishlist.item.added");
  const variants = new Map<string, string>(
    added.map(({ data }) => [data.itemId, (data.product ?? data.item?.product)?.selectedVariantRef]),
  );
  const findings = refused
    .filter((variant) => [...variants.values()].includes(variant))
    .map((variant) => `item ${variant} of ${id} was answered 503 and has an event`);
  const written = new Set(history.flatMap(({ input }) => ("variant" in input ? [input.variant] : [])));
  for (const variant of written) {
    const types = typesOf(own.filter(({ data }) => variants.get(data.itemId) === variant));
    for (const [kind, type] of ITEM_WRITES) {
      const writes = history.filter(
        ({ input }) => "variant" in input && input.variant === variant && input.kind === kind,
      );
      const seen = types.filter((each) => each === type).length;
      const least = writes.filter(({ output }) => output?.kind === "done").length;
      const most = least + writes.filter(({ output }) => output === undefined).length;
      if (seen < least || seen > most)
        findings.push(`item ${variant} of ${id} has ${seen} events of ${least} to ${most} writes "${kind}"`);
    }
  }
  const isDeleted = history.some(({ input, output }) => input.kind === "delete" && output?.kind === "done");
  if (isDeleted && !typesOf(own).includes("deleted"))
    findings.push(`wishlist ${id} was deleted, without an event`);
  return findings;
}
