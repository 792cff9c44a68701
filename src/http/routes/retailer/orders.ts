import { checkRows, countRows, RowsBody, rowsDoc } from "../../../ingest/rows.ts";
import { OrderBody, OrderResponse, OrdersResponse } from "../../../ingest/schemas/orders.ts";
import { notFound } from "../../../ingest/targets.ts";
import { normaliseReference } from "../../../ingest/validation/normalise.ts";
import type { Orders } from "../../../store/read/orders.ts";
import { type RowsParts, writeRows } from "../../feeds/write-rows.ts";
import { presentOrder } from "../../presenters/orders.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { API_PATH } from "../api-path.ts";

const PATH = `${API_PATH}/orders`;
const TAG = "Orders";

interface OrderRouteParts extends RowsParts {
  orders: Orders;
}

const putOrders = (parts: OrderRouteParts): ApiRoute =>
  route({
    operation: "putOrders",
    method: "post",
    paths: [PATH],
    tag: TAG,
    summary: "Create or change orders",
    description:
      "Rows have the format of this service or of Shopify's orders, which is recognised by the members. The wishes that an order matches are marked as purchased soon after. A version that is older than the stored one changes nothing. A version without updatedTime is as old as its arrival. A newer version has all lines of the order, and the names of its buyer. Its status, test, currency and channel, and the fields of a line with the same lineRef, stay as they were where they are absent or null.",
    scope: "orders:write",
    body: RowsBody,
    bodyDoc: rowsDoc("orders", OrderBody),
    check: checkRows("orders"),
    rows: countRows("orders"),
    idempotency: "many",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 202: { description: "The result of each row.", schema: OrdersResponse } },
    handle: (request) => writeRows(parts, request, "orders", "orders"),
  });

const getOrder = ({ orders }: OrderRouteParts): ApiRoute =>
  route({
    operation: "getOrder",
    method: "get",
    paths: [`${PATH}/:ref`],
    params: { ref: "The order's reference" },
    tag: TAG,
    summary: "Get an order with the match of each line",
    description: "The order with the wish that each line matched, or the reason why it matched none.",
    scope: "orders:read",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The order.", schema: OrderResponse } },
    async handle(request) {
      const ref = normaliseReference(request.param("ref"));
      const order = await orders.find(request.session.storeKey, ref);
      if (!order) throw notFound("order");
      return presentRead(presentOrder(order));
    },
  });

/** Returns the routes of orders: a feed of rows, and reading an order with its matches. */
export const orderRoutes = (parts: OrderRouteParts): ApiRoute[] => [putOrders(parts), getOrder(parts)];
