import { useMemo, useState } from "preact/hooks";
import type { Api, Page, Query } from "../../api/api.ts";
import { cursorAfter } from "../../api/next-page.ts";
import { orNothing } from "../../api/problem.ts";
import type { ItemPage, WishlistPage } from "../../api/types.ts";
import type { Names } from "../../requests/names.ts";
import { namesOfVariants } from "../../requests/variant-names.ts";
import { usePortal } from "../../ui/context.ts";
import { countOf, formatMoney, formatNumber } from "../../ui/format.ts";
import { Name, useNames } from "../../ui/names.tsx";
import { Badge, Card, Empty, labelFor, Since, type Tone } from "../../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { ShareLinks } from "./share-links.tsx";
import type { Asked } from "./why-no-alert.tsx";

type List = WishlistPage["wishlist"][number];
type Item = List["wishlistItems"][number];

function stateOf(item: Item): [Tone, string] {
  if (item.purchased) return ["good", "Bought"];
  if (item.disableNotification) return ["calm", "No alerts"];
  if (item.prerelease) return ["warn", "Alert at the release"];
  return item.notifyMe ? ["warn", "Alert when in stock"] : ["calm", "Open"];
}

/** Describes how many units are wanted and how many of them were bought. */
function quantityOf({ quantity = 1, purchasedQuantity }: Item): string {
  const wanted = formatNumber(quantity);
  return purchasedQuantity === undefined ? wanted : `${formatNumber(purchasedQuantity)} of ${wanted} bought`;
}

/** The largest page of the API. */
const PAGE_SIZE = 50;
/** Number of lists on a page, each with its first wishes. */
const LISTS_SHOWN = 10;

type OnAsk = (asked: Asked) => void;

const variantOf = ({ product }: Item) => product.selectedVariantRef ?? product.selectedVariantId;

/** Shows the wished variant by its name in the catalogue and its reference, with the customer's note. */
function Wanted({ item, names }: { item: Item; names: Names }) {
  const { product, note } = item;
  const variant = variantOf(item);
  return (
    <>
      <div>
        <Name names={names} id={variant} otherwise={product.productRef ?? product.productId ?? "–"} />
      </div>
      {variant !== undefined && <div class="muted reference">{variant}</div>}
      {note !== undefined && <div class="note-of">{note}</div>}
    </>
  );
}

function Items({
  list,
  items,
  names,
  onAsk,
}: {
  list: List;
  items: readonly Item[];
  names: Names;
  onAsk: OnAsk;
}) {
  const columns = useMemo(
    (): readonly Column<Item>[] => [
      { name: "Product", cell: (item) => <Wanted item={item} names={names} /> },
      { name: "Quantity", isNumber: true, cell: quantityOf },
      { name: "Priority", isNumber: true, cell: ({ priority }) => priority ?? "–" },
      { name: "Added", cell: ({ createdTime }) => <Since day={createdTime} /> },
      {
        name: "Price when added",
        isNumber: true,
        cell: ({ priceWhenAdded: price }) => formatMoney(price?.amount, price?.currency),
      },
      {
        name: "State",
        cell: (item) => {
          const [tone, word] = stateOf(item);
          return <Badge tone={tone}>{word}</Badge>;
        },
      },
      {
        name: "Alert",
        cell: (item) => {
          const variant = variantOf(item);
          return variant === undefined ? (
            "–"
          ) : (
            <button
              type="button"
              aria-label={labelFor("Why no alert?", variant)}
              onClick={() => onAsk({ variantRef: variant, productRef: item.product.productRef })}
            >
              Why no alert?
            </button>
          );
        },
      },
    ],
    [names, onAsk],
  );
  return (
    <Table
      label={`Wishes of ${list.name ?? "the wishlist"}`}
      rows={items}
      empty={<Empty title="This wishlist is empty" />}
      keyOf={({ id }) => id}
      columns={columns}
    />
  );
}

/** Loads the wishes of a list. The first ones are part of the list; the others are loaded on request. */
function useWishes(list: List) {
  const { api } = usePortal();
  return usePagedRows<Item>(
    async (cursor) => {
      const after = (query: Query) => api.get<ItemPage>("/wishlist/items", { id: list.id, ...query });
      const page = cursor === undefined ? list : await after({ pageSize: PAGE_SIZE, lastItemId: cursor });
      const { wishlistItems: rows, lastEvaluatedItemId: last } = page;
      return { rows, cursor: await cursorAfter(last, async (query) => (await after(query)).wishlistItems) };
    },
    [list],
  );
}

/** Shows how many wishes a list has, as far as they are loaded. */
function WishCount({ of: { first, added, isMore } }: { of: ReturnType<typeof useWishes> }) {
  if (first.data === undefined) return null;
  const count = first.data.rows.length + added.length;
  return (
    <Badge>{isMore ? `More than ${formatNumber(count)} wishes` : countOf(count, "wish", "wishes")}</Badge>
  );
}

function Wishlist({ list, names, onAsk }: { list: List; names: Names; onAsk: OnAsk }) {
  const [isSharing, setSharing] = useState(false);
  const wishes = useWishes(list);
  return (
    <Card
      title={list.name ?? "Wishlist"}
      actions={
        <>
          {list.isDefault && <Badge tone="good">Default</Badge>}
          {list.isPrivate && <Badge>Private</Badge>}
          <WishCount of={wishes} />
          <button
            type="button"
            aria-label={labelFor("Links", list.name ?? "Wishlist")}
            onClick={() => setSharing(true)}
          >
            Links
          </button>
        </>
      }
    >
      <ShowRows of={wishes} more="Show more wishes" list={list.name ?? "Wishlist"}>
        {(rows) => <Items list={list} items={rows} names={names} onAsk={onAsk} />}
      </ShowRows>
      {isSharing && <ShareLinks list={list} onClose={() => setSharing(false)} />}
    </Card>
  );
}

/** Loads a page of a customer's wishlists. The API answers 404 for a customer without wishlists. */
async function listsOf(api: Api, customerId: string, lastItemId: string | undefined): Promise<Page<List>> {
  const after = (query: Query) =>
    api.get<WishlistPage>("/wishlists/lookup", { customerId, ...query }).catch(orNothing);
  const page = await after({ pageSize: LISTS_SHOWN, lastItemId });
  if (!page) return { rows: [] };
  const { wishlist: rows, lastEvaluatedWishlistId: last } = page;
  return { rows, cursor: await cursorAfter(last, async (query) => (await after(query))?.wishlist ?? []) };
}

/** The wishlists of a customer with their wishes, and the links to them. */
export function Wishlists({ customerId, onAsk }: { customerId: string; onAsk: OnAsk }) {
  const { api } = usePortal();
  const lists = usePagedRows((cursor) => listsOf(api, customerId, cursor), [customerId]);
  const names = useNames(namesOfVariants);
  return (
    <ShowRows of={lists} more="Show more wishlists">
      {(rows) =>
        rows.length === 0 ? (
          <Card title="Wishlists">
            <Empty title="No wishlists">This customer has not wished for anything yet.</Empty>
          </Card>
        ) : (
          <div class="stack">
            {rows.map((list) => (
              <Wishlist key={list.id} list={list} names={names} onAsk={onAsk} />
            ))}
          </div>
        )
      }
    </ShowRows>
  );
}
