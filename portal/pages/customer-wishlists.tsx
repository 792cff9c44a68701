import { useState } from "preact/hooks";
import type { WishlistPage } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { useData } from "../ui/data.ts";
import { formatMoney, formatNumber, formatTime } from "../ui/format.ts";
import { Badge, Card, Empty, Show, type Tone } from "../ui/parts.tsx";
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

const Items = ({ list, onAsk }: { list: List; onAsk: (variant: string) => void }) => (
  <Table
    label={`Wishes of ${list.name ?? "the wishlist"}`}
    rows={list.wishlistItems}
    keyOf={({ id }) => id}
    columns={[
      { name: "Product", cell: ({ product }) => product.productRef ?? product.productId ?? "–" },
      {
        name: "Variant",
        cell: ({ product }) => product.selectedVariantRef ?? product.selectedVariantId ?? "–",
      },
      { name: "Quantity", isNumber: true, cell: quantityOf },
      { name: "Priority", isNumber: true, cell: ({ priority }) => priority ?? "–" },
      { name: "Note", cell: ({ note }) => note ?? "–" },
      { name: "Added", cell: ({ createdTime }) => formatTime(createdTime) },
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
        cell: ({ product }) => (
          <button
            type="button"
            onClick={() => onAsk(product.selectedVariantRef ?? product.selectedVariantId ?? "")}
          >
            Why no alert?
          </button>
        ),
      },
    ]}
  />
);

function Wishlist({ list, onAsk }: { list: List; onAsk: (variant: string) => void }) {
  const [isSharing, setSharing] = useState(false);
  return (
    <Card
      title={list.name ?? "Wishlist"}
      actions={
        <>
          {list.isDefault && <Badge tone="good">Default</Badge>}
          {list.isPrivate && <Badge>Private</Badge>}
          <Badge>{formatNumber(list.itemCount)} wishes</Badge>
          <button type="button" onClick={() => setSharing(true)}>
            Links
          </button>
        </>
      }
    >
      {list.wishlistItems.length === 0 ? (
        <Empty title="This wishlist is empty" />
      ) : (
        <Items list={list} onAsk={onAsk} />
      )}
      {isSharing && <ShareLinks list={list} onClose={() => setSharing(false)} />}
    </Card>
  );
}

/** The wishlists of a customer with their wishes, and the links to them. */
export function Wishlists({ customerId, onAsk }: { customerId: string; onAsk: (variant: string) => void }) {
  const { api } = usePortal();
  const lists = useData(
    () => api.get<WishlistPage>("/wishlists/lookup", { customerId, pageSize: 50 }),
    [customerId],
  );
  return (
    <Show of={lists}>
      {({ wishlist }) =>
        wishlist.length === 0 ? (
          <Card title="Wishlists">
            <Empty title="No wishlists">This customer has not wished for anything yet.</Empty>
          </Card>
        ) : (
          <div class="stack">
            {wishlist.map((list) => (
              <Wishlist key={list.id} list={list} onAsk={onAsk} />
            ))}
          </div>
        )
      }
    </Show>
  );
}
