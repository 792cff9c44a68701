import { checkRows, countRows, RowsBody, rowsDoc } from "../../../ingest/rows.ts";
import {
  ProductBody,
  ProductQuery,
  ProductResponse,
  ProductsResponse,
  StockLevelBody,
  StockResponse,
  VariantQuery,
  VariantResponse,
} from "../../../ingest/schemas/catalogue.ts";
import { notFound } from "../../../ingest/targets.ts";
import { normaliseReference } from "../../../ingest/validation/normalise.ts";
import type { Products } from "../../../store/read/products.ts";
import { NotOfProduct } from "../../../store/read/variant-page.ts";
import type { VariantNames } from "../../../store/read/variant-search.ts";
import { type RowsParts, writeRows } from "../../feeds/write-rows.ts";
import { wrongCursor } from "../../lists/cursor.ts";
import { presentProduct, presentVariantAlone } from "../../presenters/catalogue.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { answerCommand } from "../answer-command.ts";
import { API_PATH } from "../api-path.ts";

const TAG = "Catalogue";

interface CatalogueRouteParts extends RowsParts {
  products: Products;
}

const putProducts = (parts: CatalogueRouteParts): ApiRoute =>
  route({
    operation: "putProducts",
    method: "post",
    paths: [`${API_PATH}/products`],
    tag: TAG,
    summary: "Create or change products",
    description:
      "Rows have the format of this service or of Shopify's products, which is recognised by the members. Absent members and absent variants do not change. A row that is older than the stored one changes only stock that has no later value. A row without updatedTime is as old as its arrival.",
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
    paths: [`${API_PATH}/stock-levels`],
    tag: TAG,
    summary: "Set stock levels",
    description:
      "Rows can also have the format of Shopify's inventory levels; null means that stock is not tracked. A level without a location is a total, like the level of a product row. A total is valid until a later row with a location. From then on, the stock is the sum of the known locations and the part of the total that belongs to locations without a row. A row without updatedTime has the time of its arrival; an older row changes nothing. Stock of an unknown variant is stored, and applied when the variant arrives.",
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
    paths: [`${API_PATH}/products/:ref`],
    params: { ref: "The product's reference or id" },
    tag: TAG,
    summary: "Get a product with its variants",
    description:
      "The product and its variants from the feeds, with their stock by location. If the variants exceed 4 MB, request the next page with lastVariantId = lastEvaluatedVariantId.",
    scope: "catalogue:read",
    query: ProductQuery,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The product.", schema: ProductResponse } },
    async handle(request) {
      const ref = normaliseReference(request.param("ref"));
      const { storeKey } = request.session;
      const after = request.query.lastVariantId;
      const found = await products.page(storeKey, ref, { after }).catch((err: unknown) => {
        throw err instanceof NotOfProduct ? wrongCursor("lastVariantId") : err;
      });
      if (!found) throw notFound("product");
      return presentRead(presentProduct(found));
    },
  });

/** Returns the names of a variant that a text may be, the most reliable first. */
export const anyVariantName = (ref: string): VariantNames => ({
  variantId: ref,
  variantRef: ref,
  sku: ref,
  gtin: ref,
});

/** Descriptions of the parameters of a path with a variant. */
export const VARIANT_PARAMS = { ref: "The variant's reference, id, SKU or barcode" };

const getVariant = ({ products }: CatalogueRouteParts): ApiRoute =>
  route({
    operation: "getVariant",
    method: "get",
    paths: [`${API_PATH}/variants/:ref`],
    params: VARIANT_PARAMS,
    tag: TAG,
    summary: "Get a variant",
    description:
      "Finds a variant by the service's id or the retailer's reference, else by its SKU or barcode. If several variants have this name, the answer is one of them; productRef chooses the product.",
    scope: "catalogue:read",
    query: VariantQuery,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The variant.", schema: VariantResponse } },
    async handle(request) {
      const ref = normaliseReference(request.param("ref"));
      const { session, query } = request;
      const [found] = await products.variantsWith(session.storeKey, anyVariantName(ref), query.productRef);
      if (!found) throw notFound("variant");
      return presentRead(JSON.stringify(presentVariantAlone(found)));
    },
  });

const deleteProduct = ({ writes, products }: CatalogueRouteParts): ApiRoute =>
  route({
    operation: "deleteProduct",
    method: "delete",
    paths: [`${API_PATH}/products/:ref`],
    params: { ref: "The product's reference or id" },
    tag: TAG,
    summary: "Delete a product from the catalogue",
    description: "Wishes for the product are kept, and wait until it is in the catalogue again.",
    scope: "catalogue:write",
    idempotency: "command",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 204: { description: "Deleted." } },
    async handle(request) {
      const { session } = request;
      const { storeKey } = session;
      const ref = normaliseReference(request.param("ref"));
      return answerCommand(writes, request, { status: 204, refusals: BAD_REQUEST }, async () => {
        const found = await products.find(storeKey, ref);
        if (!found) throw notFound("product");
        const { partition, slot, key } = found.address;
        const { productId } = found.product;
        return { partition, command: { type: "DeleteProduct" as const, storeKey, slot, key, productId } };
      });
    },
  });

/** Returns the routes of products and stock: feeds of rows, and reading a product or variant. */
export const catalogueRoutes = (parts: CatalogueRouteParts): ApiRoute[] =>
  [putProducts, setStockLevels, getProduct, getVariant, deleteProduct].map((routeOf) => routeOf(parts));
