import { useLocation } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import { orNothing } from "../api/problem.ts";
import type { ListedProduct, Product, Variant } from "../api/types.ts";
import { usePortal } from "../ui/context.ts";
import { useAction } from "../ui/data.ts";
import { formatMoney, formatNumber, formatTime } from "../ui/format.ts";
import { Form, Input } from "../ui/form.tsx";
import { Badge, Card, Empty, Facts, Page } from "../ui/parts.tsx";
import { ShowRows, usePagedRows } from "../ui/rows.tsx";
import { Table } from "../ui/table.tsx";
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

function VariantCard({ variant }: { variant: Variant }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Card
      title={variant.title ?? variant.variantRef}
      actions={
        <Badge tone={variant.isAvailable ? "good" : "bad"}>
          {variant.isAvailable ? "Can be bought" : "Sold out"}
        </Badge>
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
        <Waiting variantRef={variant.variantRef} />
      ) : (
        <button type="button" onClick={() => setAsked(true)}>
          Who waits?
        </button>
      )}
    </Card>
  );
}

/** The products of the store, page by page. */
function Products() {
  const { api } = usePortal();
  const products = usePagedRows(async (cursor) => {
    const query = { pageSize: 20, cursor };
    const page = await api.get<{ products: ListedProduct[]; cursor?: string }>("/products", query);
    return { rows: page.products, cursor: page.cursor };
  }, []);
  return (
    <Card title="All products">
      <ShowRows of={products} more="Show more products">
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No products yet">
              They come with the <a href="/portal/feeds">product feed</a>.
            </Empty>
          ) : (
            <Table
              label="Products"
              rows={rows}
              keyOf={({ productId }) => productId}
              columns={[
                {
                  name: "Product",
                  cell: ({ productRef, title }) => (
                    <a href={`/portal/catalogue?find=${encodeURIComponent(productRef)}`}>{title}</a>
                  ),
                },
                { name: "Reference", cell: ({ productRef }) => productRef },
                { name: "State", cell: ({ status }) => <Badge>{status}</Badge> },
                {
                  name: "Variants",
                  isNumber: true,
                  cell: ({ variantCount }) => formatNumber(variantCount),
                },
                { name: "Changed", cell: ({ modifiedTime }) => formatTime(modifiedTime) },
              ]}
            />
          )
        }
      </ShowRows>
    </Card>
  );
}

const ProductCards = ({ product }: { product: Product }) => (
  <div class="stack">
    <Card title={product.title} actions={<Badge>{product.status}</Badge>}>
      <Facts
        facts={[
          ["Reference", product.productRef],
          ["Variants", formatNumber(product.variants.length)],
          ["Changed", formatTime(product.modifiedTime)],
        ]}
      />
    </Card>
    <div class="grid">
      {product.variants.map((variant) => (
        <VariantCard key={variant.variantId} variant={variant} />
      ))}
    </div>
  </div>
);

/** Products and variants with their stock by location, and the variants that customers wait for. */
export function CataloguePage() {
  const { api } = usePortal();
  const { find: wanted } = useLocation().query;
  const [product, setProduct] = useState<Product | string>();
  const find = async ({ query = "" }) => {
    const ref = encodeURIComponent(query.trim());
    const variant = await api.get<Variant>(`/variants/${ref}`).catch(orNothing);
    const productRef = variant ? encodeURIComponent(variant.productId) : ref;
    setProduct((await api.get<Product>(`/products/${productRef}`).catch(orNothing)) ?? query);
  };
  const [open] = useAction(async (query: string) => {
    await find({ query });
    return undefined;
  });
  useEffect(() => {
    if (wanted !== undefined) open(wanted);
  }, [api, wanted]);
  return (
    <Page title="Catalogue" lead="What is in stock where, and what customers wait for">
      <div class="stack">
        <Card title="Search">
          <Form label="Search the catalogue" submit="Search" onSend={find}>
            {() => (
              <Input
                label="Product or variant"
                name="query"
                type="search"
                required
                value={wanted ?? ""}
                hint="Reference, SKU, barcode or the id of the service"
              />
            )}
          </Form>
        </Card>
        {typeof product === "string" && (
          <Card>
            <Empty title={`No product or variant ${product}`}>
              Check the reference, or <a href="/portal/feeds">send the catalogue</a> again.
            </Empty>
          </Card>
        )}
        {typeof product === "object" && <ProductCards product={product} />}
        <SoldOut title="Sold out and wished for" count={20} />
        <Products />
      </div>
    </Page>
  );
}
