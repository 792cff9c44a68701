/** An event's JSON, and the id and store that its entry in a change feed has too. */
interface FeedEvent {
  /** `<partition>-<milliseconds>-<number>` where it comes from an outbox. */
  id: string;
  storeKey: string;
  text: string;
}

/** Fields of an entry that have the event: all of its JSON, or what the id, the store and the item do not say. */
export type TextField = "e" | "s";

const OUTBOX_ID = /^\d+-(\d{1,15})-\d+$/;
const WHOLE =
  /^\{"type":"([a-z_.]+)","storeKey":"[^"]*","time":"[^"]*"(?:,"wishlistId":"([^".]+)"(?=,"itemId":"\2\.))?/;
const SHORT = /^\{"type":"[a-z_.]+"/;
const ITEM_FIRST = /^,"itemId":"([^".]+)\./;

/** What a short text leaves out. */
function wholeTextOf({ id, storeKey, text }: FeedEvent): string {
  const head = SHORT.exec(text)?.[0] ?? "";
  const rest = text.slice(head.length);
  const time = new Date(Number(OUTBOX_ID.exec(id)?.[1])).toISOString();
  const wishlistId = ITEM_FIRST.exec(rest)?.[1];
  const ofItem = wishlistId === undefined ? "" : `,"wishlistId":"${wishlistId}"`;
  return `${head},"storeKey":"${storeKey}","time":"${time}"${ofItem}${rest}`;
}

/**
 * How an entry of a change feed keeps an event: without its store, its time and the wishlist of its item, a third of most
 * events. One that could not be read back exactly is kept as it is.
 */
export function storedTextOf(event: FeedEvent): [field: TextField, text: string] {
  const { id, text } = event;
  const head = OUTBOX_ID.test(id) ? WHOLE.exec(text) : null;
  if (!head) return ["e", text];
  const short = `{"type":"${head[1] ?? ""}"${text.slice(head[0].length)}`;
  return wholeTextOf({ ...event, text: short }) === text ? ["s", short] : ["e", text];
}

/** The event's JSON, from the field of its entry that has it. */
export const textOfStored = (field: TextField, event: FeedEvent): string =>
  field === "e" ? event.text : wholeTextOf(event);
