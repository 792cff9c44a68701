import Type, { type TProperties, type TSchema } from "typebox";
import { PRODUCT_STATUSES, ProductResponse } from "../../../ingest/schemas/catalogue.ts";
import {
  clearable,
  CURSOR,
  newestFirst,
  nextCursor,
  oneOf,
  paging,
  record,
  Reference,
  text,
  Timestamp,
} from "../../../ingest/schemas/common.ts";
import { CUSTOMER_STATES, CustomerResponse } from "../../../ingest/schemas/customers.ts";
import { ORDER_STATUSES, OrderResponse } from "../../../ingest/schemas/orders.ts";
import { ALERT_STATUSES, ALERT_TYPES, MAIL_STATUSES } from "../../../store/records/alerts.ts";
import { AlertResponse } from "../outbound/alerts.ts";
import { WishlistResponse } from "../wishlists/wishlists.ts";

const CURSOR_LENGTH = 1000;
const SEARCH_LENGTH = 320;

const filter = (values: readonly string[], description: string) =>
  Type.Optional(oneOf(values, { description }));

const common = {
  pageSize: paging.pageSize,
  cursor: Type.Optional(text(CURSOR_LENGTH, { description: CURSOR })),
  changedSince: Type.Optional({
    ...Timestamp,
    description: "Only records that were created or changed at or after this time.",
  }),
};

/** Query of any list; each list has some of the filters. */
interface ListQuery {
  pageSize?: number;
  cursor?: string;
  changedSince?: string;
  state?: string;
  status?: string;
  type?: string;
  emailStatus?: string;
  isPrivate?: boolean;
  customerId?: string;
  customerRef?: string;
  sortBy?: string;
}

const sortBy = newestFirst(
  "`newest`: the newest records of the store are first. Without it, the order is stable, but not the order of time.",
);

const listQuery = (filters: TProperties) => Type.Unsafe<ListQuery>(Type.Object({ ...common, ...filters }));

export const CustomersQuery = listQuery({
  state: filter(CUSTOMER_STATES, "Only customers in this state."),
});
export const WishlistsQuery = listQuery({
  isPrivate: Type.Optional(
    Type.Boolean({ description: "true: only private wishlists; false: only public wishlists." }),
  ),
});
export const OrdersQuery = listQuery({
  status: filter(ORDER_STATUSES, "Only orders with this status."),
  customerId: Type.Optional({
    ...Reference,
    description: "Only orders that bought wishes of this customer, the newest first.",
  }),
  customerRef: Type.Optional({ ...Reference, description: "The same, by the retailer's reference." }),
  sortBy,
});
export const ProductsQuery = listQuery({
  status: filter(PRODUCT_STATUSES, "Only products with this status."),
});
export const StoreAlertsQuery = listQuery({
  status: filter(ALERT_STATUSES, "Only alerts with this status."),
  type: filter(ALERT_TYPES, "Only alerts of this type."),
  emailStatus: filter(MAIL_STATUSES, "Only alerts whose e-mail has this status."),
  sortBy,
});

export const SearchBody = record(
  {
    text: Type.String({
      minLength: 1,
      maxLength: SEARCH_LENGTH,
      description:
        "An e-mail address, a phone number, a reference, an id, or the beginning of a first or last name.",
    }),
    ...clearable({
      pageSize: Type.Integer({
        minimum: 1,
        description: "Maximum number of entries in the page; a value above 50 counts as 50.",
      }),
      cursor: text(CURSOR_LENGTH, {
        description: CURSOR,
      }),
    }),
  },
  { title: "CustomerSearch" },
);

const cursor = nextCursor("A page before the last one can be short or empty.");

const { variants: _1, lastEvaluatedVariantId: _2, ...productFields } = ProductResponse.properties;
export const ListedProduct = Type.Object(productFields, { title: "ListedProduct" });

const listResponse = <T extends TSchema>(name: string, title: string, entry: T) =>
  Type.Object({ [name]: Type.Array(entry), cursor }, { title });

export const CustomersPage = listResponse("customers", "CustomerList", CustomerResponse);
export const WishlistsPage = listResponse("wishlists", "WishlistList", WishlistResponse);
export const OrdersPage = listResponse("orders", "OrderList", OrderResponse);
export const ProductsPage = listResponse("products", "ProductList", ListedProduct);
export const AlertsPage = listResponse("alerts", "AlertList", AlertResponse);
