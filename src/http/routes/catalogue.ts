import type { Feeds, Send } from "../../actors/feeds.ts";
import type { Reply } from "../../actors/messages.ts";
import type { Layout } from "../../store/layout.ts";
import type { Products } from "../../store/products.ts";
import { checkRows, namedBy, rowsDoc, RowsBody, textIn } from "../feeds/rows.ts";
import { refusedRow, writeRows } from "../feeds/write-rows.ts";
import { readProduct } from "../feeds/products.ts";
import { readStock } from "../feeds/stock.ts";
import type { Writes } from "../idempotency.ts";
import { presentProduct, presentVariant } from "../presenters/catalogue.ts";
import { accepted, presentRead, presentWrite } from "../presenters/reply.ts";
import { type ApiRequest, type ApiRoute, route } from "../route.ts";
import {
  ProductBody,
  ProductResponse,
  ProductsResponse,
  StockLevelBody,
  StockResponse,
  VariantResponse,
} from "../schemas/catalogue.ts";
import { notFound } from "../targets.ts";
import { normaliseReference } from "../validation.ts";

const PREFIX = "/services/wsservice/api";
const REFUSALS = { malformed: 400, invalid: 400, duplicate: 400 } as const;

export interface CatalogueRouteParts {
  writes: Writes;
  feeds: Feeds;
  products: Products;
  layout: Layout;
}

export function catalogueRoutes({ writes, feeds, products, layout }: CatalogueRouteParts): ApiRoute[] {
  const tag = "Catalogue";
  const targetOf = ({ session }: ApiRequest) => ({
    scope: session.scope,
    alerts: session.tenant.settings.alerts,
  });

  async function putRow(request: ApiRequest, row: unknown, send: Send): Promise<object> {
    const read = readProduct(row);
    if ("error" in read) {
      const productRef = textIn(row, "productRef") ?? textIn(row, "id");
      return { productRef, status: "rejected", error: read.error };
    }
    const reply = await feeds.putProduct(targetOf(request), read, send);
    if (!reply.ok) return { productRef: read.product.productRef, ...refusedRow(reply) };
    return JSON.parse(reply.json ?? "{}") as object;
  }

  async function variantsMeant({ session }: ApiRequest, row: unknown): Promise<string[]> {
    const read = readStock(row);
    return "error" in read ? [] : feeds.variantsMeant(session.scope, read.names);
  }

  async function setRow(request: ApiRequest, row: unknown, send: Send): Promise<object> {
    const read = readStock(row);
    if ("error" in read) return { status: "rejected", error: read.error };
    const outcome = await feeds.setStock(targetOf(request), read, send);
    if (outcome === "unknown") {
      return { status: "rejected", error: { code: "ResourceNotFound", detail: "There is no such variant." } };
    }
    return typeof outcome === "string" ? { status: outcome } : refusedRow(outcome as Reply & { ok: false });
  }

  return [
    route({
      operation: "putProducts",
      method: "post",
      paths: [`${PREFIX}/products`],
      tag,
      summary: "Create or change products",
      description:
        "In our shape or in Shopify's product shape, told apart by their fields. Members that are absent stay, variants that are absent too. Older news, by updatedTime, changes nothing.",
      scope: "catalogue:write",
      body: RowsBody,
      bodyDoc: rowsDoc("products", ProductBody),
      check: checkRows("products"),
      refusals: REFUSALS,
      conditional: false,
      responses: { 202: { description: "What became of each row.", schema: ProductsResponse } },
      handle: (request) =>
        writeRows(writes, request, "products", {
          subjectsOf: namedBy("productRef", "id"),
          write: (row, send) => putRow(request, row, send),
        }),
    }),

    route({
      operation: "setStockLevels",
      method: "post",
      paths: [`${PREFIX}/stock-levels`],
      tag,
      summary: "Set stock levels",
      description:
        "Also in the shape of Shopify's inventory levels. A variant's stock is the sum over its locations; null is not tracked. Stock of a variant that is not known yet is parked, and applied when it comes.",
      scope: "catalogue:write",
      body: RowsBody,
      bodyDoc: rowsDoc("stockLevels", StockLevelBody),
      check: checkRows("stockLevels"),
      refusals: REFUSALS,
      conditional: false,
      responses: { 202: { description: "What became of each row.", schema: StockResponse } },
      handle: (request) =>
        writeRows(writes, request, "stockLevels", {
          subjectsOf: (row) => variantsMeant(request, row),
          write: (row, send) => setRow(request, row, send),
        }),
    }),

    route({
      operation: "getProduct",
      method: "get",
      paths: [`${PREFIX}/products/:ref`],
      params: { ref: "The product's reference or id" },
      tag,
      summary: "Get a product with its variants",
      scope: "catalogue:read",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The product.", schema: ProductResponse } },
      async handle(request) {
        const ref = normaliseReference(request.param("ref"));
        const found = await products.find(request.session.scope, ref);
        if (!found) throw notFound("product");
        return presentRead(presentProduct(found.product, found.variants));
      },
    }),

    route({
      operation: "getVariant",
      method: "get",
      paths: [`${PREFIX}/variants/:ref`],
      params: { ref: "The variant's reference or id" },
      tag,
      summary: "Get a variant",
      scope: "catalogue:read",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The variant.", schema: VariantResponse } },
      async handle(request) {
        const ref = normaliseReference(request.param("ref"));
        const [found] = await products.variantsWith(request.session.scope, {
          variantId: ref,
          variantRef: ref,
        });
        if (!found) throw notFound("variant");
        return presentRead(JSON.stringify(presentVariant(found.product, found.variant)));
      },
    }),

    route({
      operation: "deleteProduct",
      method: "delete",
      paths: [`${PREFIX}/products/:ref`],
      params: { ref: "The product's reference or id" },
      tag,
      summary: "Delete a product from the catalogue",
      description: "Wishes for it stay, and wait until it comes back.",
      scope: "catalogue:write",
      refusals: REFUSALS,
      conditional: false,
      responses: { 204: { description: "Deleted." } },
      async handle(request) {
        const { session, idempotency } = request;
        const { scope } = session;
        const ref = normaliseReference(request.param("ref"));
        const reply = await writes.submit(idempotency, () => {
          const address = products.addressOf(scope, ref) ?? layout.slotOf("product", scope, ref);
          const { partition, slot, key } = address;
          return { partition, command: { type: "DeleteProduct" as const, scope, slot, key } };
        });
        return presentWrite(204, accepted(reply, REFUSALS, request));
      },
    }),
  ];
}
