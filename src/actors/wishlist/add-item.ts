import { itemRefName } from "../../store/names.ts";
import type { Cell } from "../../store/partition/cells.ts";
import type { Head, ItemRecord } from "../../store/records/records.ts";
import type { Draft } from "../state.ts";
import type { AddedItems, AddItem, AddItems, ItemFields } from "./messages.ts";
import type { Handler, CommandContext } from "../handler.ts";
import { type Rejection, refuse } from "../reply.ts";
import { claimCell } from "../claim.ts";
import { changed, present } from "../patch.ts";
import { refuseOversized } from "../record-size.ts";
import { countedChange } from "../report/tallies-of.ts";
import { findHead, headOf, isRefusal, isVisible } from "./head.ts";
import { bearers, isSameVariant, markCell, marksOf, remark, variantMarks } from "./marks.ts";
import { waitingAnew } from "./waiting.ts";

type Item = AddItem["item"];

/** The most items that one wishlist holds: keeps one list from slowing its partition's others. */
const MAX_ITEMS = 10_000;

/** The most items of one variant on one wishlist: each of them is looked at when one more is added. */
const MAX_SAME_VARIANT = 100;

/** State key of an item of a wishlist, by its number. */
export const itemCell = (wishlistId: string, number: number): Cell<"item"> => ({
  kind: "item",
  of: wishlistId,
  field: number,
});

/** An item that was taken off its list. */
export const removedCell = (wishlistId: string, number: number): Cell<"removed"> => ({
  kind: "removed",
  of: wishlistId,
  field: number,
});

/** Several wishlists may hold one item reference; the store-wide index learns of it before the commit. */
export const itemRefClaim = (storeKey: string, wishlistId: string, value: string) =>
  claimCell({ reference: "itemRef", storeKey, value, holder: wishlistId });

/** Has the store-wide index learn of an item's reference, where a change gives it another one. */
export function indexRef(draft: Draft, storeKey: string, before: ItemRecord | null, after: ItemRecord): void {
  const { wishlistId, wishlistItemRef } = after;
  if (wishlistItemRef === undefined || wishlistItemRef === before?.wishlistItemRef) return;
  draft.get(itemRefClaim(storeKey, wishlistId, wishlistItemRef));
}

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Marks under which the items may come to be found: a wish that comes twice in one command stands under what both say
 * of its variant.
 */
function marksOfAll(items: Item[]): string[][] {
  if (items.length === 1) return items.map(marksOf);
  const said = new Map<string, Item["product"]>();
  return items.map((item) => {
    const before = variantMarks(item.product).flatMap((mark) => said.get(mark) ?? []);
    const product = Object.assign({}, ...before, item.product) as Item["product"];
    for (const mark of variantMarks(product)) said.set(mark, product);
    return [...marksOf(item), ...(before.length > 0 ? variantMarks(product) : [])];
  });
}

/** Cells that show whether the wishes are there already. */
function readsFor(command: AddItem | AddItems, items: Item[], draft: Draft): Cell[] {
  const { wishlistId, storeKey } = command;
  const head = headOf(wishlistId);
  const cells: Cell[] = [head];
  const isKnown = draft.knows(head);
  if (isKnown && !isVisible(draft.get(head), command)) return cells;
  const marks = marksOfAll(items);
  for (const [i, item] of items.entries()) {
    if (isKnown && isText(item.wishlistItemRef))
      cells.push(itemRefClaim(storeKey, wishlistId, item.wishlistItemRef));
    for (const mark of marks[i] ?? []) {
      const cell = markCell(wishlistId, mark);
      cells.push(cell);
      const bearing = isKnown && draft.knows(cell) ? (draft.get(cell) ?? []) : [];
      for (const number of bearing) cells.push(...readsToRefresh(command, number, item, draft));
    }
  }
  return cells;
}

/** Cells that are needed to bring the marks of a wish that is there in line with what is said of it anew. */
function readsToRefresh(
  { wishlistId }: AddItem | AddItems,
  found: number,
  fields: Item,
  draft: Draft,
): Cell[] {
  const cell = itemCell(wishlistId, found);
  const item = draft.knows(cell) ? draft.get(cell) : null;
  if (!item) return [cell];
  const next = { ...item, product: { ...item.product, ...fields.product } };
  return [cell, ...[...marksOf(item), ...marksOf(next)].map((mark) => markCell(wishlistId, mark))];
}

/**
 * Number of the item that is the same wish as `item`, or why there can be none. An item reference decides
 * first; without one that differs, the same product and variant are the same wish.
 */
function findSameWish(command: AddItem | AddItems, item: Item, draft: Draft): number | undefined | Rejection {
  const { wishlistId, allowDuplicates } = command;
  const { wishlistItemRef } = item;
  if (isText(wishlistItemRef)) {
    const [number] = bearers(draft, wishlistId, itemRefName(wishlistItemRef));
    if (number !== undefined) {
      const bearer = draft.get(itemCell(wishlistId, number));
      if (bearer && isSameVariant(bearer.product, item.product)) return number;
      return refuse(
        "DuplicateReference",
        "Another item of the wishlist has this wishlistItemRef.",
        "/wishlistItemRef",
      );
    }
  }
  if (allowDuplicates) return undefined;
  return variantMarks(item.product)
    .flatMap((mark) => bearers(draft, wishlistId, mark))
    .find((number) => {
      const ref = draft.get(itemCell(wishlistId, number))?.wishlistItemRef;
      return ref === undefined || !isText(wishlistItemRef);
    });
}

function newItem(fields: Item, head: Head, wishlistId: string, id: string, time: string): ItemRecord {
  const item: ItemRecord = {
    id,
    wishlistId,
    product: fields.product,
    purchased: false,
    purchasedAndRemoved: fields.purchasedAndRemoved ?? false,
    addedFromCart: fields.addedFromCart ?? false,
    addedByStaff: fields.addedByStaff ?? false,
    disableNotification: fields.disableNotification ?? false,
    prerelease: fields.prerelease ?? false,
    notifyMe: fields.notifyMe ?? false,
    createdTime: time,
    modifiedTime: time,
  };
  if (fields.wishlistItemRef) item.wishlistItemRef = fields.wishlistItemRef;
  if (head.wishlistRef !== null) item.wishlistRef = head.wishlistRef;
  if (fields.priceWhenAdded) item.priceWhenAdded = fields.priceWhenAdded;
  if (fields.staffRef) item.staffRef = fields.staffRef;
  if (fields.locationRef) item.locationRef = fields.locationRef;
  if (fields.attributeGroups) item.attributeGroups = fields.attributeGroups;
  return item;
}

const isDeepEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The known wish with what the new one says of it; the very same object when that is nothing new. */
function refreshed(item: ItemRecord, fields: Item, time: string): ItemRecord {
  // The price belongs to the first time that it was wished for.
  const { priceWhenAdded: _, ...given } = present<ItemFields>(fields) as ItemFields;
  const next = changed(item, {
    ...given,
    product: { ...item.product, ...given.product },
  });
  return isDeepEqual(item, next) ? item : { ...next, modifiedTime: time };
}

interface Placed {
  item: ItemRecord;
  status: "created" | "existing";
}

/** Puts one item on the list and keeps head, marks and events in step. */
function place(
  command: AddItem | AddItems,
  fields: Item,
  draft: Draft,
  context: CommandContext,
): Placed | Rejection {
  const { wishlistId, storeKey } = command;
  const head = draft.get(headOf(wishlistId));
  const found = findSameWish(command, fields, draft);
  if (head === null || typeof found === "object") return found as Rejection;
  const before = found === undefined ? null : draft.get(itemCell(wishlistId, found));
  if (found !== undefined && before) {
    const next = refreshed(before, fields, context.time);
    const item = waitingAnew(before, next, context.time);
    if (item !== before) {
      const oversized = refuseOversized("item", next, before);
      if (oversized) return oversized;
      indexRef(draft, storeKey, before, item);
      remark(draft, wishlistId, found, before, item);
      draft.put(itemCell(wishlistId, found), item);
      draft.put(headOf(wishlistId), { ...head, version: context.version });
      draft.emit(updatedEvent(storeKey, before, item, context));
    }
    return { item, status: "existing" };
  }
  if (head.count >= MAX_ITEMS) return refuse("LimitExceeded", `A wishlist holds at most ${MAX_ITEMS} items.`);
  if (
    variantMarks(fields.product).some((mark) => bearers(draft, wishlistId, mark).length >= MAX_SAME_VARIANT)
  )
    return refuse(
      "LimitExceeded",
      `A wishlist holds at most ${MAX_SAME_VARIANT} items of one variant.`,
      "/product",
    );
  const number = head.lastNumber + 1;
  const item = newItem(fields, head, wishlistId, context.itemId(wishlistId, number), context.time);
  const oversized = refuseOversized("item", item, null);
  if (oversized) return oversized;
  indexRef(draft, storeKey, null, item);
  remark(draft, wishlistId, number, null, item);
  draft.put(itemCell(wishlistId, number), item);
  draft.put(headOf(wishlistId), {
    ...head,
    lastNumber: number,
    count: head.count + 1,
    version: context.version,
  });
  const { id: itemId, product, locationRef } = item;
  draft.emit({
    type: "wishlist.item.added",
    storeKey,
    time: context.time,
    wishlistId,
    itemId,
    product,
    ...(locationRef === undefined ? {} : { locationRef }),
  });
  return { item, status: "created" };
}

/** The event of a changed item, with what reports count of it. */
export function updatedEvent(storeKey: string, was: ItemRecord, item: ItemRecord, { time }: CommandContext) {
  const { wishlistId, id: itemId, product } = item;
  const type = "wishlist.item.updated" as const;
  return { type, storeKey, time, wishlistId, itemId, product, ...countedChange(was, item) };
}

export const addItem: Handler<AddItem, ItemRecord> = {
  reads: (command, draft) => readsFor(command, [command.item], draft),
  decide(command, draft, context) {
    const head = findHead(draft, command);
    if (isRefusal(head)) return head;
    const placed = place(command, command.item, draft, context);
    if (isRefusal(placed)) return placed;
    return { ok: true, body: placed.item, version: versionAfter(draft, command) };
  },
};

export const addItems: Handler<AddItems, AddedItems> = {
  reads: (command, draft) => readsFor(command, command.items, draft),
  decide(command, draft, context) {
    const head = findHead(draft, command);
    if (isRefusal(head)) return head;
    const items: AddedItems["items"] = [];
    for (const [index, fields] of command.items.entries()) {
      const placed = place(command, fields, draft, context);
      if (isRefusal(placed)) {
        return { ...placed, path: `${command.pointers[index] ?? ""}${placed.path ?? ""}` };
      }
      const { id, wishlistItemRef } = placed.item;
      items.push({
        id,
        ...(wishlistItemRef === undefined ? {} : { wishlistItemRef }),
        status: placed.status,
      });
    }
    const { wishlistId } = command;
    return { ok: true, body: { wishlistId, items }, version: versionAfter(draft, command) };
  },
};

function versionAfter(draft: Draft, command: { wishlistId: string }): string {
  return draft.get(headOf(command.wishlistId))?.version ?? "";
}
