import type { TSchema } from "typebox";
import type { StoreIndex } from "../../../store/keys/keys.ts";
import type { ListPage, ReadEntry } from "../../../store/lists/store-lists.ts";
import { cursorOf, positionOf } from "../../lists/cursor.ts";
import { searchCustomers, type SearchParts } from "../../lists/customer-search.ts";
import {
  listedAlert,
  listedCustomer,
  listedOrder,
  listedProduct,
  listedWishlist,
  type ListFilter,
  type ListReads,
  ordersOfCustomer,
} from "../../lists/records.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  AlertsPage,
  CustomersPage,
  CustomersQuery,
  OrdersPage,
  OrdersQuery,
  ProductsPage,
  ProductsQuery,
  SearchBody,
  StoreAlertsQuery,
  WishlistsPage,
  WishlistsQuery,
} from "../../schemas/retailer/lists.ts";
import type { Scope } from "../../scopes.ts";
import { API_PATH } from "../api-path.ts";
import { pageOf } from "../query.ts";
import { CUSTOMER_PREFIXES } from "./customers.ts";

/** A list of all records of one kind in a store. */
interface ListDefinition {
  operation: string;
  paths: string[];
  tag: string;
  summary: string;
  scope: Scope;
  index: StoreIndex;
  /** The index in order of time, if there is one. */
  byTime?: StoreIndex;
  query: typeof CustomersQuery;
  page: TSchema;
  read: (reads: ListReads, storeKey: string, filter: ListFilter) => ReadEntry;
}

const LISTS: readonly ListDefinition[] = [
  {
    operation: "listCustomers",
    paths: CUSTOMER_PREFIXES.map((prefix) => `${prefix}/customers`),
    tag: "Customers",
    summary: "List the store's customers",
    scope: "customers:read",
    index: "customers",
    query: CustomersQuery,
    page: CustomersPage,
    read: listedCustomer,
  },
  {
    operation: "listWishlists",
    paths: [`${API_PATH}/wishlists/list`],
    tag: "Wishlists",
    summary: "List the store's wishlists, without their items",
    scope: "wishlists:read",
    index: "wishlists",
    query: WishlistsQuery,
    page: WishlistsPage,
    read: listedWishlist,
  },
  {
    operation: "listOrders",
    paths: [`${API_PATH}/orders`],
    tag: "Orders",
    summary: "List the store's orders with the match of each line",
    scope: "orders:read",
    index: "orders",
    byTime: "orders-by-time",
    query: OrdersQuery,
    page: OrdersPage,
    read: listedOrder,
  },
  {
    operation: "listProducts",
    paths: [`${API_PATH}/products`],
    tag: "Catalogue",
    summary: "List the store's products, without their variants",
    scope: "catalogue:read",
    index: "products",
    query: ProductsQuery,
    page: ProductsPage,
    read: listedProduct,
  },
  {
    operation: "listStoreAlerts",
    paths: [`${API_PATH}/alerts/list`],
    tag: "Alerts",
    summary: "List the store's alerts",
    scope: "events:read",
    index: "alerts",
    byTime: "alerts",
    query: StoreAlertsQuery,
    page: AlertsPage,
    read: listedAlert,
  },
];

const DESCRIPTION =
  "The order is stable, but it is the order of time only with `sortBy`. A page searches a limited number of records: with filters, a page can be short or empty and not be the last one. There are more pages if there is a cursor.";

/** @param list name of the list that the cursor is for */
function presentPage(list: string, name: string, { texts, next }: ListPage) {
  const cursor = next ? `,"cursor":${JSON.stringify(cursorOf(list, next))}` : "";
  return presentRead(`{"${name}":[${texts.join(",")}]${cursor}}`);
}

const listRoute = (
  parts: SearchParts,
  { operation, paths, tag, summary, scope, index, byTime, query, page, read }: (typeof LISTS)[number],
): ApiRoute =>
  route({
    operation,
    paths,
    tag,
    summary,
    scope,
    query,
    method: "get",
    description: DESCRIPTION,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "A page of the list.", schema: page } },
    async handle(request) {
      const { session, query: filter } = request;
      const { storeKey } = session;
      const { size } = pageOf({ pageSize: filter.pageSize });
      const isOfCustomer = filter.customerId !== undefined || filter.customerRef !== undefined;
      const isByTime = filter.sortBy === "newest" && byTime !== undefined;
      const list = isOfCustomer ? `${operation} customer` : isByTime ? `${operation} newest` : operation;
      const from = positionOf(list, filter.cursor, "cursor");
      if (isOfCustomer)
        return presentPage(list, index, await ordersOfCustomer(parts, storeKey, filter, { from, size }));
      const reads = read(parts, storeKey, filter);
      const found = isByTime
        ? await parts.lists.newest({ index: byTime, storeKey, from, size }, reads)
        : await parts.lists.page({ index, storeKey, from, size }, reads);
      return presentPage(list, index, found);
    },
  });

const SEARCH = "searchCustomers";

const searchRoute = (parts: SearchParts): ApiRoute =>
  route({
    operation: SEARCH,
    method: "post",
    paths: CUSTOMER_PREFIXES.map((prefix) => `${prefix}/customers/search`),
    tag: "Customers",
    summary: "Find customers by e-mail address, phone number, reference, id or name",
    description:
      "A read by POST, so that addresses contain no personal data. Customers whose e-mail address, phone number, reference or id is the text are first, then customers whose first or last name begins with it, ignoring case and accents.",
    scope: "customers:read",
    body: SearchBody,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "A page of the found customers.", schema: CustomersPage } },
    async handle({ session, body }) {
      const { size } = pageOf({ pageSize: body.pageSize ?? undefined });
      const from = positionOf(SEARCH, body.cursor, "/cursor");
      const page = await searchCustomers(parts, session.storeKey, { text: body.text, from, size });
      return presentPage(SEARCH, "customers", page);
    },
  });

/** Returns the routes of the lists of a store, and of the search for customers. */
export const listRoutes = (parts: SearchParts): ApiRoute[] => [
  ...LISTS.map((list) => listRoute(parts, list)),
  searchRoute(parts),
];
