import { useRoute } from "preact-iso";
import { capitalized } from "../../api/code-words.ts";
import type { Names } from "../../requests/names.ts";
import {
  findOrder,
  type FoundOrder,
  matchedOf,
  MEANINGS,
  nameOfLine,
  type OrderLine,
  ruleInWords,
} from "../../requests/orders.ts";
import { namesOfVariants } from "../../requests/variant-names.ts";
import { catalogueAddress } from "../../ui/addresses.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { countOf, formatMoney, formatNumber, formatTime } from "../../ui/format.ts";
import { Name, useNames } from "../../ui/names.tsx";
import { ActionButton, Badge, Card, Empty, Facts, Page, Show } from "../../ui/parts.tsx";
import { FirstRows } from "../../ui/rows.tsx";
import { Table } from "../../ui/table.tsx";
import { nameOf } from "../customers/customers.tsx";
import { OrderState } from "./order-state.tsx";

const LINES_SHOWN = 50;

/** Shows the variant of a line by its name in the catalogue and its reference. */
function Bought({ line, names }: { line: OrderLine; names: Names }) {
  const { variantRef, variantId, sku, productRef, reasonCode } = line;
  const name = nameOfLine(line);
  const otherwise = reasonCode === "variant_unknown" ? "Unknown variant" : (productRef ?? name);
  return (
    <>
      <div>
        <Name names={names} id={variantRef ?? variantId ?? sku} otherwise={otherwise} />
      </div>
      <a class="reference" href={catalogueAddress(name, productRef)}>
        {name}
      </a>
    </>
  );
}

/** Shows the wish that a line fulfilled, or why it fulfilled none. */
function Wish({
  line: { matched, reason, reasonCode },
  lists,
}: {
  line: OrderLine;
  lists: FoundOrder["lists"];
}) {
  if (matched)
    return (
      <>
        <Badge tone="good">Wish fulfilled</Badge>
        <div>
          In {lists.get(matched.wishlistId) ?? "a wishlist"}, found {ruleInWords(matched.rule)}
        </div>
      </>
    );
  if (reason === undefined)
    return (
      <>
        <Badge tone="warn">Not matched yet</Badge>
        <div>A line is matched within seconds, or at the time of the order if that is in the future.</div>
      </>
    );
  return (
    <>
      <Badge>No wish</Badge>
      <div>
        <b>{capitalized(reason)}.</b> {reasonCode && <span class="muted">{MEANINGS[reasonCode]}</span>}
      </div>
    </>
  );
}

/** Describes the number of bought units and of refunded units. */
const unitsOf = ({ quantity, refundedQuantity = 0 }: OrderLine) =>
  refundedQuantity === 0
    ? formatNumber(quantity)
    : `${formatNumber(quantity)}, ${formatNumber(refundedQuantity)} refunded`;

function Lines({ of: { order, lists } }: { of: FoundOrder }) {
  const variants = useNames(namesOfVariants);
  return (
    <FirstRows rows={order.lines} size={LINES_SHOWN} more="Show more lines">
      {(rows) => (
        <Table
          label="Lines of the order"
          rows={rows}
          keyOf={({ lineRef }) => lineRef}
          columns={[
            { name: "Bought", cell: (line) => <Bought line={line} names={variants} /> },
            { name: "Units", isNumber: true, cell: unitsOf },
            { name: "Price", isNumber: true, cell: ({ price }) => formatMoney(price, order.currency) },
            { name: "Wish", cell: (line) => <Wish line={line} lists={lists} /> },
          ]}
        />
      )}
    </FirstRows>
  );
}

/** Shows the customer of the order, or the contact data in the order. */
function Buyer({ of: { order, customer } }: { of: FoundOrder }) {
  const names = [order.customerRef, order.customerId, order.email, order.contactEmail, order.phone];
  const named = [...new Set(names)].filter((name) => name !== undefined).join(", ");
  if (customer)
    return (
      <a href={`/portal/customers/${encodeURIComponent(customer.svc_customer_id)}`}>{nameOf(customer)}</a>
    );
  return named === "" ? "The order has no customer" : `${named}, not a customer of this store`;
}

function Known({ of: found }: { of: FoundOrder }) {
  const { order } = found;
  const matched = matchedOf(order);
  return (
    <div class="stack">
      <Card title="Order" actions={<OrderState of={order} />}>
        <Facts
          facts={[
            ["Customer", <Buyer key="buyer" of={found} />],
            ["Ordered", formatTime(order.createdTime)],
            ["Received", formatTime(order.receivedTime)],
            ["Changed by the shop", formatTime(order.updatedTime)],
            ["Channel", order.channel ?? "–"],
          ]}
        />
      </Card>
      <Card
        title="Lines"
        actions={
          <Badge tone={matched > 0 ? "good" : "calm"}>
            {matched === 0 ? "No wish fulfilled" : `${countOf(matched, "wish", "wishes")} fulfilled`}
          </Badge>
        }
      >
        {order.lines.length === 0 ? <Empty title="The order has no lines" /> : <Lines of={found} />}
      </Card>
    </div>
  );
}

const NoOrder = ({ orderRef }: { orderRef: string }) => (
  <Card>
    <Empty title={`No order ${orderRef}`}>
      Check the reference. With Shopify, it is the long number in the address of the order, not its name such
      as #1001. The order can only be found after the shop has sent it.
    </Empty>
  </Card>
);

/** One order: its customer, and for each line the wish that it fulfilled, or why it fulfilled none. */
export function OrderPage() {
  const { api } = usePortal();
  const orderRef = useRoute().params["ref"] ?? "";
  const found = useData(() => findOrder(api, orderRef).then((order) => ({ order })), [orderRef]);
  return (
    <Page
      title={`Order ${orderRef}`}
      actions={
        <>
          <a href="/portal/orders">All orders</a>
          <ActionButton isBusy={found.state === "loading"} onClick={found.reload}>
            Refresh
          </ActionButton>
        </>
      }
    >
      <Show of={found}>
        {({ order }) => (order ? <Known of={order} /> : <NoOrder orderRef={orderRef} />)}
      </Show>
    </Page>
  );
}
