import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { shownVariant } from "../../../src/text/shown.ts";
import type { Api, Query } from "../../api/api.ts";
import { orNothing } from "../../api/problem.ts";
import type { ListedProduct, Product, Variant } from "../../api/types.ts";
import { catalogueAddress } from "../../ui/addresses.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Form, Input } from "../../ui/form.tsx";
import { formatMoney, formatNumber, formatTime } from "../../ui/format.ts";
import { Badge, Card, Empty, Facts, labelFor, Page, Show } from "../../ui/parts.tsx";
import { Result } from "../../ui/result.tsx";
import { ShowRows, usePagedRows } from "../../ui/rows.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { SoldOut } from "./sold-out.tsx";
import { Waiting } from "./waiting.tsx";

const unitsOf = (units: number | null | undefined) =>
  typeof units === "number" ? formatNumber(units) : "Not tracked";

const Levels = ({ variant }: { variant: Variant }) => (
  <Table
    label={`Stock of ${variant.variantRef} by location`}
    rows={variant.stockLevels}
    keyOf={({ locationRef }) => locationRef ?? ""}
    columns={[
      { name: "Location", cell: ({ locationRef }) => locationRef ?? "Everywhere" },
      { name: "Units", isNumber: true, cell: ({ available }) => unitsOf(available) },
      { name: "As of", cell: ({ updatedTime }) => formatTime(updatedTime) },
    ]}
  />
);

function VariantCard({
  productRef,
  variant,
  isWanted,
}: {
  productRef: string;
  variant: Variant;
  isWanted: boolean;
}) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Card
      title={shownVariant(variant.title) ?? variant.variantRef}
      actions={
        <>
          {isWanted && <Badge>Searched for</Badge>}
          <Badge tone={variant.isAvailable ? "good" : "bad"}>
            {variant.isAvailable ? "Can be bought" : "Sold out"}
          </Badge>
        </>
      }
    >
      <Facts
        facts={[
          ["Reference", variant.variantRef],
          ["SKU", variant.sku ?? "–"],
          ["Price", formatMoney(variant.price, variant.currency)],
          ["In stock", unitsOf(variant.available)],
        ]}
      />
      {variant.stockLevels.length > 0 && <Levels variant={variant} />}
      {isAsked ? (
        <Waiting productRef={productRef} variantRef={variant.variantRef} />
      ) : (
        <button
          type="button"
          aria-label={labelFor("Waiting list", variant.variantRef)}
          onClick={() => setAsked(true)}
        >
          Waiting list
        </button>
      )}
    </Card>
  );
}

const PRODUCT_COLUMNS: readonly Column<ListedProduct>[] = [
  {
    name: "Product",
    cell: ({ productRef, title }) => <a href={catalogueAddress(productRef)}>{title}</a>,
  },
  { name: "Reference", cell: ({ productRef }) => productRef },
  { name: "State", cell: ({ status }) => <Badge>{status}</Badge> },
  {
    name: "Variants",
    isNumber: true,
    cell: ({ variantCount }) => formatNumber(variantCount),
  },
  { name: "Changed", cell: ({ modifiedTime }) => formatTime(modifiedTime) },
];

/** The products of the store, page by page. */
function Products() {
  const { api } = usePortal();
  const products = usePagedRows(
    (cursor) => api.page<ListedProduct>("/products", "products", { pageSize: 20, cursor }),
    [],
  );
  return (
    <Card title="All products">
      <ShowRows of={products} more="Show more products">
        {(rows) => (
          <Table
            label="Products"
            rows={rows}
            keyOf={({ productId }) => productId}
            columns={PRODUCT_COLUMNS}
            empty={
              <Empty title="No products yet">
                Send them with the <a href="/portal/feeds">product feed</a>.
              </Empty>
            }
          />
        )}
      </ShowRows>
    </Card>
  );
}

/** The result of a search; without a product, nothing was found. */
interface Found {
  wanted: string;
  product: Product | undefined;
  /** The variant that was searched for, if it was not the product. */
  variant: Variant | undefined;
}

/** Finds a variant and its product, or a product. `productRef` is the product of the variant, if that is known. */
async function findProduct(api: Api, wanted: string, productRef: string | undefined): Promise<Found> {
  const get = <T,>(path: string, ref: string, query?: Query) =>
    api.get<T>(`${path}/${encodeURIComponent(ref)}`, query).catch(orNothing);
  const variant = await get<Variant>("/variants", wanted, { productRef });
  const product = await get<Product>("/products", variant?.productId ?? productRef ?? wanted);
  return { wanted, product, variant };
}

const variantsOf = ({ variants, lastEvaluatedVariantId }: Product) => ({
  rows: variants,
  cursor: lastEvaluatedVariantId,
});

/** A product with its variants, page by page. The variant that was searched for is first. */
function ProductCards({ product, wanted }: { product: Product; wanted: Variant | undefined }) {
  const { api } = usePortal();
  const path = `/products/${encodeURIComponent(product.productId)}`;
  const variants = usePagedRows(
    async (cursor) =>
      variantsOf(cursor === undefined ? product : await api.get<Product>(`${path}?lastVariantId=${cursor}`)),
    [product],
  );
  return (
    <div class="stack">
      <Card title={product.title} actions={<Badge>{product.status}</Badge>}>
        <Facts
          facts={[
            ["Reference", product.productRef],
            ["Variants", formatNumber(product.variantCount)],
            ["Changed", formatTime(product.modifiedTime)],
          ]}
        />
      </Card>
      <ShowRows
        of={variants}
        more="Show more variants"
        none={
          <Card>
            <Empty title="No variants">
              Wishes are for variants. Send at least one with the <a href="/portal/feeds">product feed</a>.
            </Empty>
          </Card>
        }
      >
        {(rows) => (
          <div class="grid">
            {wanted && (
              <VariantCard
                key={wanted.variantId}
                productRef={product.productRef}
                variant={wanted}
                isWanted={product.variantCount > 1}
              />
            )}
            {rows
              .filter(({ variantId }) => variantId !== wanted?.variantId)
              .map((variant) => (
                <VariantCard
                  key={variant.variantId}
                  productRef={product.productRef}
                  variant={variant}
                  isWanted={false}
                />
              ))}
          </div>
        )}
      </ShowRows>
    </div>
  );
}

/** The search result for the words in the page's address. */
function SearchResult({
  wanted,
  productRef,
  repeats,
}: {
  wanted: string;
  productRef: string | undefined;
  repeats: number;
}) {
  const { api } = usePortal();
  const found = useData(
    async () => ({
      ...(await findProduct(api, wanted, productRef)),
      key: [repeats, wanted, productRef].join(" "),
    }),
    [wanted, productRef, repeats],
  );
  return (
    <Show of={found}>
      {({ key, wanted: searched, product, variant }) => (
        <Result key={key} label={`Found for ${searched}`}>
          {product ? (
            <ProductCards product={product} wanted={variant} />
          ) : (
            <Card>
              <Empty title={`No product or variant ${searched}`}>
                Check the reference, or <a href="/portal/feeds">send the catalogue</a> again.
              </Empty>
            </Card>
          )}
        </Result>
      )}
    </Show>
  );
}

/** Products and variants with their stock by location, and the variants that customers wait for. */
export function CataloguePage() {
  const { query, route } = useLocation();
  const wanted = query["find"] ?? "";
  // Repeating the same search does not change the address, but must load and show the result again.
  const [repeats, setRepeats] = useState(0);
  const repeat = () => setRepeats((before) => before + 1);
  const repeatBy = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : undefined;
    if (link?.href !== location.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Prevents another entry in the history.
    event.preventDefault();
    event.stopPropagation();
    repeat();
  };
  const search = (words: string) => {
    if (words === wanted) repeat();
    else route(catalogueAddress(words));
  };
  return (
    <Page title="Catalogue" lead="Stock by location, and the variants that customers wait for">
      <div class="stack">
        <Card title="Search">
          <Form
            label="Search the catalogue"
            submit="Search"
            onSend={({ query: words = "" }) => {
              search(words.trim());
            }}
          >
            {() => (
              <Input
                label="Product or variant"
                name="query"
                type="search"
                required
                value={wanted}
                hint="Reference, SKU, barcode or service id"
              />
            )}
          </Form>
        </Card>
        {wanted !== "" && <SearchResult wanted={wanted} productRef={query["product"]} repeats={repeats} />}
        <div class="stack" onClick={repeatBy}>
          <SoldOut title="Sold-out variants on wishlists" count={20} />
          <Products />
        </div>
      </div>
    </Page>
  );
}
