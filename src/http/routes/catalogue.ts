import type { Layout } from "../../store/layout.ts";
import type { Products } from "../../store/read/products.ts";
import { checkRows, countRows, rowsDoc, RowsBody } from "../../ingest/rows.ts";
import { type RowsParts, writeRows } from "../feeds/write-rows.ts";
import { presentProduct, presentVariant } from "../presenters/catalogue.ts";
import { accepted, presentRead, presentWrite } from "../presenters/reply.ts";
import { type ApiRoute, route } from "../route.ts";
import {
  ProductBody,
  ProductQuery,
  ProductResponse,
  ProductsResponse,
  StockLevelBody,
  StockResponse,
  VariantResponse,
} from "../../ingest/schemas/catalogue.ts";
import { notFound } from "../../ingest/targets.ts";
import { normaliseReference } from "../../ingest/validation.ts";

const PREFIX = "/services/wsservice/api";
const REFUSALS = { malformed: 400, invalid: 400, duplicate: 400 } as const;

export interface CatalogueRouteParts extends RowsParts {
  products: Products;
  layout: Layout;
}

export function catalogueRoutes({ writes, writers, products, layout }: CatalogueRouteParts): ApiRoute[] {
  const tag = "Catalogue";

  return [
    route({
      operation: "putProducts",
      method: "post",
      paths: [`${PREFIX}/products`],
      tag,
      summary: "Create or change products",
      description:
        "In our shape or in Shopify's product shape, told apart by their fields. Members that are absent stay, variants that are absent too. Older news, by updatedTime, changes nothing but stock of which nothing later is known.",
      scope: "catalogue:write",
      body: RowsBody,
      bodyDoc: rowsDoc("products", ProductBody),
      check: checkRows("products"),
      rows: countRows("products"),
      refusals: REFUSALS,
      conditional: false,
      responses: { 202: { description: "What became of each row.", schema: ProductsResponse } },
      handle: (request) => writeRows({ writes, writers }, request, "products", "products"),
    }),

    route({
      operation: "setStockLevels",
      method: "post",
      paths: [`${PREFIX}/stock-levels`],
      tag,
      summary: "Set stock levels",
      description:
        "Also in the shape of Shopify's inventory levels; null is not tracked. A level without a location is a total, as is that of a product row: it counts until a location tells something later; from then on the stock is the sum of the locations and of what the total has at locations that have not told theirs. A row without updatedTime is as old as its arrival, and older news changes nothing. Stock of a variant that is not known yet is parked, and applied when it comes.",
      scope: "catalogue:write",
      body: RowsBody,
      bodyDoc: rowsDoc("stockLevels", StockLevelBody),
      check: checkRows("stockLevels"),
      rows: countRows("stockLevels"),
      refusals: REFUSALS,
      conditional: false,
      responses: { 202: { description: "What became of each row.", schema: StockResponse } },
      handle: (request) => writeRows({ writes, writers }, request, "stock-levels", "stockLevels"),
    }),

    route({
      operation: "getProduct",
      method: "get",
      paths: [`${PREFIX}/products/:ref`],
      params: { ref: "The product's reference or id" },
      tag,
      summary: "Get a product with its variants",
      description:
        "What the feeds have said of the product and its variants, with their stock by location. Where the variants are more than 4 MB, lastEvaluatedVariantId says where to go on.",
      scope: "catalogue:read",
      query: ProductQuery,
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The product.", schema: ProductResponse } },
      async handle(request) {
        const ref = normaliseReference(request.param("ref"));
        const found = await products.page(request.session.scope, ref, { after: request.query.lastVariantId });
        if (!found) throw notFound("product");
        return presentRead(presentProduct(found));
      },
    }),

    route({
      operation: "getVariant",
      method: "get",
      paths: [`${PREFIX}/variants/:ref`],
      params: { ref: "The variant's reference or id" },
      tag,
      summary: "Get a variant",
      description: "A variant by the reference of the retailer or by the id of the service.",
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
        const { session, terms } = request;
        const { scope } = session;
        const ref = normaliseReference(request.param("ref"));
        const reply = await writes.submit(terms, () => {
          const address = products.addressOf(scope, ref) ?? layout.slotOf("product", scope, ref);
          const { partition, slot, key } = address;
          return { partition, command: { type: "DeleteProduct" as const, scope, slot, key } };
        });
        return presentWrite(204, accepted(reply, REFUSALS, request));
      },
    }),
  ];
}
