import { checkRows, countRows, RowsBody, rowsDoc } from "../../../ingest/rows.ts";
import {
  ProductBody,
  ProductQuery,
  ProductResponse,
  ProductsResponse,
  StockLevelBody,
  StockResponse,
  VariantResponse,
} from "../../../ingest/schemas/catalogue.ts";
import { notFound } from "../../../ingest/targets.ts";
import { normaliseReference } from "../../../ingest/validation/normalise.ts";
import type { Layout } from "../../../store/layout.ts";
import type { Products, VariantNames } from "../../../store/read/products.ts";
import { type RowsParts, writeRows } from "../../feeds/write-rows.ts";
import { presentProduct, presentVariantAlone } from "../../presenters/catalogue.ts";
import { accepted, presentRead, presentWrite } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";

const PREFIX = "/services/wsservice/api";
const TAG = "Catalogue";

interface CatalogueRouteParts extends RowsParts {
  products: Products;
  layout: Layout;
}

const putProducts = (parts: CatalogueRouteParts): ApiRoute =>
  route({
    operation: "putProducts",
    method: "post",
    paths: [`${PREFIX}/products`],
    tag: TAG,
    summary: "Create or change products",
    description:
      "In the shape of this service or in Shopify's product shape; the fields decide. Absent members and absent variants stay unchanged. A row that is older by updatedTime changes only stock that has no later value.",
    scope: "catalogue:write",
    body: RowsBody,
    bodyDoc: rowsDoc("products", ProductBody),
    check: checkRows("products"),
    rows: countRows("products"),
    idempotency: "many",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 202: { description: "The result of each row.", schema: ProductsResponse } },
    handle: (request) => writeRows(parts, request, "products", "products"),
  });

const setStockLevels = (parts: CatalogueRouteParts): ApiRoute =>
  route({
    operation: "setStockLevels",
    method: "post",
    paths: [`${PREFIX}/stock-levels`],
    tag: TAG,
    summary: "Set stock levels",
    description:
      "Also in the shape of Shopify's inventory levels; null means not tracked. A level without a location is a total, like the level of a product row. A total counts until a later row with a location. From then on, the stock is the sum of the known locations and the part of the total that belongs to locations without a row. A row without updatedTime has the time of its arrival, and an older row changes nothing. Stock of an unknown variant is stored, and applied when the variant arrives.",
    scope: "catalogue:write",
    body: RowsBody,
    bodyDoc: rowsDoc("stockLevels", StockLevelBody),
    check: checkRows("stockLevels"),
    rows: countRows("stockLevels"),
    idempotency: "many",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 202: { description: "The result of each row.", schema: StockResponse } },
    handle: (request) => writeRows(parts, request, "stock-levels", "stockLevels"),
  });

const getProduct = ({ products }: CatalogueRouteParts): ApiRoute =>
  route({
    operation: "getProduct",
    method: "get",
    paths: [`${PREFIX}/products/:ref`],
    params: { ref: "The product's reference or id" },
    tag: TAG,
    summary: "Get a product with its variants",
    description:
      "The product and its variants from the feeds, with their stock by location. If the variants exceed 4 MB, continue after lastEvaluatedVariantId.",
    scope: "catalogue:read",
    query: ProductQuery,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The product.", schema: ProductResponse } },
    async handle(request) {
      const ref = normaliseReference(request.param("ref"));
      const found = await products.page(request.session.storeKey, ref, {
        after: request.query.lastVariantId,
      });
      if (!found) throw notFound("product");
      return presentRead(presentProduct(found));
    },
  });

/** The names that a text may be of a variant, the most reliable first. */
export const anyVariantName = (ref: string): VariantNames => ({
  variantId: ref,
  variantRef: ref,
  sku: ref,
  gtin: ref,
});

const getVariant = ({ products }: CatalogueRouteParts): ApiRoute =>
  route({
    operation: "getVariant",
    method: "get",
    paths: [`${PREFIX}/variants/:ref`],
    params: { ref: "The variant's reference, id, SKU or barcode" },
    tag: TAG,
    summary: "Get a variant",
    description:
      "A variant by the id of the service or the reference of the retailer; where there is none, by its SKU or barcode (one of them, where several variants have it).",
    scope: "catalogue:read",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The variant.", schema: VariantResponse } },
    async handle(request) {
      const ref = normaliseReference(request.param("ref"));
      const [found] = await products.variantsWith(request.session.storeKey, anyVariantName(ref));
      if (!found) throw notFound("variant");
      return presentRead(JSON.stringify(presentVariantAlone(found)));
    },
  });

const deleteProduct = ({ writes, products, layout }: CatalogueRouteParts): ApiRoute =>
  route({
    operation: "deleteProduct",
    method: "delete",
    paths: [`${PREFIX}/products/:ref`],
    params: { ref: "The product's reference or id" },
    tag: TAG,
    summary: "Delete a product from the catalogue",
    description: "Wishes for it stay, and wait until the product returns.",
    scope: "catalogue:write",
    idempotency: "command",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 204: { description: "Deleted." } },
    async handle(request) {
      const { session, terms } = request;
      const { storeKey } = session;
      const ref = normaliseReference(request.param("ref"));
      const reply = await writes.submit(terms, () => {
        const address = products.addressOf(storeKey, ref) ?? layout.slotOf("product", storeKey, ref);
        const { partition, slot, key } = address;
        return { partition, command: { type: "DeleteProduct" as const, storeKey, slot, key } };
      });
      return presentWrite(204, accepted(reply, BAD_REQUEST));
    },
  });

/** Routes of products and stock: feeds of rows, and reading a product. */
export const catalogueRoutes = (parts: CatalogueRouteParts): ApiRoute[] =>
  [putProducts, setStockLevels, getProduct, getVariant, deleteProduct].map((routeOf) => routeOf(parts));
