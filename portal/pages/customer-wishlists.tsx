import { useState } from "preact/hooks";
import type { Api } from "../api/api.ts";
import { orNothing } from "../api/problem.ts";
import { namesOfVariants } from "../api/variant-names.ts";
import type { ItemPage, WishlistPage } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { countOf, formatDate, formatMoney, formatNumber } from "../ui/format.ts";
import { Badge, Card, Empty, type Tone } from "../ui/parts.tsx";
import { type Rows, ShowRows, usePagedRows } from "../ui/rows.tsx";
import { Table } from "../ui/table.tsx";
import { ShareLinks } from "./share-links.tsx";

type List = WishlistPage["wishlist"][number];
type Item = List["wishlistItems"][number];

function stateOf(item: Item): [Tone, string] {
  if (item.purchased) return ["good", "Bought"];
  if (item.disableNotification) return ["calm", "No alerts"];
  return item.notifyMe || item.prerelease ? ["warn", "Waits for stock"] : ["calm", "Open"];
}

/** How many units are wanted, and how many of them were bought. */
function quantityOf({ quantity = 1, purchasedQuantity }: Item): string {
  const wanted = formatNumber(quantity);
  return purchasedQuantity === undefined ? wanted : `${formatNumber(purchasedQuantity)} of ${wanted} bought`;
}

/** The largest page of the API. */
const PAGE_SIZE = 50;
/** Lists that are shown at once, each with its first wishes. */
const LISTS_SHOWN = 10;

/** What the next page continues from; a page that is not full is the last. */
const nextOf = (rows: readonly unknown[], size: number, last: string | undefined) =>
  rows.length < size ? undefined : last;

const variantOf = ({ product }: Item) => product.selectedVariantRef ?? product.selectedVariantId ?? "";

/** What is wished for, by its name in the catalogue and its reference, with the customer's note. */
function Wanted({ item: { product, note }, names }: { item: Item; names: ReadonlyMap<string, string> }) {
  const variant = product.selectedVariantRef ?? product.selectedVariantId;
  const name = variant === undefined ? undefined : names.get(variant);
  return (
    <>
      <div>{name ?? product.productRef ?? product.productId ?? "–"}</div>
      {variant !== undefined && <div class="muted reference">{variant}</div>}
      {note !== undefined && <div class="note-of">{note}</div>}
    </>
  );
}

const Items = ({
  list,
  items,
  names,
  onAsk,
}: {
  list: List;
  items: readonly Item[];
  names: ReadonlyMap<string, string>;
  onAsk: (variant: string) => void;
}) => (
  <Table
    label={`Wishes of ${list.name ?? "the wishlist"}`}
    rows={items}
    keyOf={({ id }) => id}
    columns={[
      { name: "Product", cell: (item) => <Wanted item={item} names={names} /> },
      { name: "Quantity", isNumber: true, cell: quantityOf },
      { name: "Priority", isNumber: true, cell: ({ priority }) => priority ?? "–" },
      { name: "Added", cell: ({ createdTime }) => formatDate(createdTime) },
      {
        name: "Price then",
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
        cell: (item) => (
          <button type="button" onClick={() => onAsk(variantOf(item))}>
            Why no alert?
          </button>
        ),
      },
    ]}
  />
);

/** The wishes of a list: the first ones came with it, the others when somebody wants them. */
function Wishes({ list, onAsk }: { list: List; onAsk: (variant: string) => void }) {
  const { api } = usePortal();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const items = usePagedRows<Item>(
    async (cursor) => {
      const query = { id: list.id, pageSize: PAGE_SIZE, lastItemId: cursor };
      const page = cursor === undefined ? list : await api.get<ItemPage>("/wishlist/items", query);
      const { wishlistItems: rows, lastEvaluatedItemId: last } = page;
      const found = await namesOfVariants(api, rows.map(variantOf));
      setNames((known) => new Map([...known, ...found]));
      return { rows, cursor: nextOf(rows, PAGE_SIZE, last) };
    },
    [list],
  );
  return (
    <ShowRows of={items} more="Show more wishes">
      {(rows) => <Items list={list} items={rows} names={names} onAsk={onAsk} />}
    </ShowRows>
  );
}

function Wishlist({ list, onAsk }: { list: List; onAsk: (variant: string) => void }) {
  const [isSharing, setSharing] = useState(false);
  return (
    <Card
      title={list.name ?? "Wishlist"}
      actions={
        <>
          {list.isDefault && <Badge tone="good">Default</Badge>}
          {list.isPrivate && <Badge>Private</Badge>}
          <Badge>
            {list.itemCount < PAGE_SIZE
              ? countOf(list.itemCount, "wish", "wishes")
              : `${PAGE_SIZE} or more wishes`}
          </Badge>
          <button type="button" onClick={() => setSharing(true)}>
            Links
          </button>
        </>
      }
    >
      {list.wishlistItems.length === 0 ? (
        <Empty title="This wishlist is empty" />
      ) : (
        <Wishes list={list} onAsk={onAsk} />
      )}
      {isSharing && <ShareLinks list={list} onClose={() => setSharing(false)} />}
    </Card>
  );
}

/** A page of a customer's wishlists. The API answers 404 for a customer without any. */
async function listsOf(api: Api, customerId: string, lastItemId: string | undefined): Promise<Rows<List>> {
  const query = { customerId, pageSize: LISTS_SHOWN, lastItemId };
  const page = await api.get<WishlistPage>("/wishlists/lookup", query).catch(orNothing);
  if (!page) return { rows: [] };
  return { rows: page.wishlist, cursor: nextOf(page.wishlist, LISTS_SHOWN, page.lastEvaluatedWishlistId) };
}

/** The wishlists of a customer with their wishes, and the links to them. */
export function Wishlists({ customerId, onAsk }: { customerId: string; onAsk: (variant: string) => void }) {
  const { api } = usePortal();
  const lists = usePagedRows((cursor) => listsOf(api, customerId, cursor), [customerId]);
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
              <Wishlist key={list.id} list={list} onAsk={onAsk} />
            ))}
          </div>
        )
      }
    </ShowRows>
  );
}
