/** An event's JSON, with the id and the store of its entry in a change feed. */
interface FeedEvent {
  /** `<partition>-<milliseconds>-<number>` if it comes from an outbox. */
  id: string;
  storeKey: string;
  text: string;
}

/**
 * Field of an entry with the event: `e` has all of its JSON, `s` lacks the parts that follow from the id, the store and
 * the item.
 */
export type TextField = "e" | "s";

const OUTBOX_ID = /^\d+-(\d{1,15})-\d+$/;
const WHOLE =
  /^\{"type":"([a-z_.]+)","storeKey":"[^"]*","time":"[^"]*"(?:,"wishlistId":"([^".]+)"(?=,"itemId":"\2\.))?/;
const SHORT = /^\{"type":"[a-z_.]+"/;
const ITEM_FIRST = /^,"itemId":"([^".]+)\./;

/** Restores the parts that a short text leaves out. */
function wholeTextOf({ id, storeKey, text }: FeedEvent): string {
  const head = SHORT.exec(text)?.[0] ?? "";
  const afterType = text.slice(head.length);
  const time = new Date(Number(OUTBOX_ID.exec(id)?.[1])).toISOString();
  const wishlistId = ITEM_FIRST.exec(afterType)?.[1];
  const ofItem = wishlistId === undefined ? "" : `,"wishlistId":"${wishlistId}"`;
  return `${head},"storeKey":"${storeKey}","time":"${time}"${ofItem}${afterType}`;
}

/**
 * Returns the text of an event in an entry of a change feed: without its store, its time and the wishlist of its item,
 * which are a third of most events. An event that could not be restored exactly is stored unchanged.
 */
export function storedTextOf(event: FeedEvent): [field: TextField, text: string] {
  const { id, text } = event;
  const head = OUTBOX_ID.test(id) ? WHOLE.exec(text) : null;
  if (!head) return ["e", text];
  const short = `{"type":"${head[1] ?? ""}"${text.slice(head[0].length)}`;
  return wholeTextOf({ ...event, text: short }) === text ? ["s", short] : ["e", text];
}

/** Returns the event's JSON from the field of its entry. */
export const textOfStored = (field: TextField, event: FeedEvent): string =>
  field === "e" ? event.text : wholeTextOf(event);
