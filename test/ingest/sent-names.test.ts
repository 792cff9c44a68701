import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readShopifyCustomer } from "../../src/ingest/read/customers.ts";
import { readOrder } from "../../src/ingest/read/orders.ts";
import { readProduct } from "../../src/ingest/read/products.ts";
import { readStock } from "../../src/ingest/read/stock.ts";
import { sentPath } from "../../src/ingest/sent-names.ts";

const TIME = "2026-01-01T00:00:00Z";
const LONG = "x".repeat(3000);

type Reader = (row: unknown) => object;

/** Returns the paths of the errors of a row, and of its ignored members. */
function pathsOf(read: Reader, row: object): string[] {
  const result = read(row) as {
    error?: { errors?: { path: string }[] };
    errors?: { path: string }[];
    ignored?: { path: string }[];
  };
  return (result.error?.errors ?? result.errors ?? result.ignored ?? []).map(({ path }) => path);
}

function assertNamed(read: Reader, row: object, wrongs: readonly (readonly [object, string])[]): void {
  assert.deepEqual(pathsOf(read, row), []);
  for (const [wrong, path] of wrongs) assert.deepEqual(pathsOf(read, { ...row, ...wrong }), [path]);
}

describe("the error of an invalid field has the sender's name of the field", () => {
  it("in a product of Shopify", () => {
    const variants = (wrong: object) => ({ variants: [{ id: 8 }, { id: 9, ...wrong }] });
    assertNamed(readProduct, { id: 1, title: "Hat", variants: [] }, [
      [{ id: LONG }, "/id"],
      [{ published_at: "today" }, "/published_at"],
      [{ updated_at: "today" }, "/updated_at"],
      [{ image: { src: LONG } }, "/image/src"],
      [{ images: [{ src: LONG }] }, "/images/0/src"],
      [{ status: "unknown" }, "/status"],
      [variants({ id: LONG }), "/variants/1/id"],
      [variants({ title: LONG }), "/variants/1/title"],
      [variants({ barcode: LONG }), "/variants/1/barcode"],
      [variants({ inventory_policy: "maybe" }), "/variants/1/inventory_policy"],
      [variants({ inventory_item_id: LONG }), "/variants/1/inventory_item_id"],
      [variants({ inventory_quantity: 0.5 }), "/variants/1/inventory_quantity"],
    ]);
    const twice = readProduct({ id: 1, ...variants({ id: 8 }) });
    assert.ok("error" in twice && twice.error.detail.includes('has the id "8" more than once'));
  });

  it("in an order of Shopify", () => {
    const lines = (wrong: object) => ({ line_items: [{ id: 5, quantity: 1, ...wrong }] });
    assertNamed(readOrder, { id: 1, created_at: TIME, line_items: [] }, [
      [{ id: LONG }, "/id"],
      [{ created_at: "today" }, "/created_at"],
      [{ processed_at: "today" }, "/processed_at"],
      [{ updated_at: "today" }, "/updated_at"],
      [{ customer: { id: LONG } }, "/customer/id"],
      [{ customer: { email: "none" } }, "/customer/email"],
      [{ email: "none" }, "/email"],
      [{ contact_email: "none" }, "/contact_email"],
      [{ email: "a@example.com", contact_email: "none" }, "/contact_email"],
      [{ customer: { phone: "none" } }, "/customer/phone"],
      [{ phone: "none" }, "/phone"],
      [{ source_name: LONG }, "/source_name"],
      [lines({ id: LONG }), "/line_items/0/id"],
      [lines({ quantity: -1 }), "/line_items/0/quantity"],
      [lines({ product_id: LONG }), "/line_items/0/product_id"],
      [lines({ variant_id: LONG }), "/line_items/0/variant_id"],
      [lines({ current_quantity: -2_000_000_000 }), "/line_items/0/current_quantity"],
    ]);
    const {
      line_items: [line],
    } = lines({});
    const twice = readOrder({ id: 1, created_at: TIME, line_items: [line, line] });
    assert.ok("error" in twice);
    assert.equal(twice.error.detail, "/line_items/1/id has the value of another line.");
  });

  it("in a customer of Shopify", () => {
    const consent = (wrong: object) => ({ email_marketing_consent: { state: "subscribed", ...wrong } });
    assertNamed(readShopifyCustomer, { id: 1 }, [
      [{ id: LONG }, "/id"],
      [{ customer_id: LONG }, "/customer_id"],
      [{ accepts_marketing_updated_at: "today" }, "/accepts_marketing_updated_at"],
      [consent({ consent_updated_at: "today" }), "/email_marketing_consent/consent_updated_at"],
      [consent({ opt_in_level: "some" }), "/email_marketing_consent/opt_in_level"],
    ]);
  });

  it("in a stock level of Shopify, and in rows of the service's format", () => {
    assertNamed(readStock, { inventory_item_id: 1, available: 1 }, [
      [{ updated_at: "today" }, "/updated_at"],
      [{ updatedTime: "today" }, "/updatedTime"],
      [{ location_id: LONG }, "/location_id"],
    ]);
    assertNamed(readProduct, { productRef: "p", variants: [] }, [
      [{ updatedTime: "today" }, "/updatedTime"],
      [{ variants: [{ variantRef: LONG }] }, "/variants/0/variantRef"],
    ]);
    assertNamed(readOrder, { orderRef: "o", createdTime: TIME, lines: [] }, [
      [{ updatedTime: "today" }, "/updatedTime"],
      [{ lines: [{ lineRef: "1", quantity: -1 }] }, "/lines/0/quantity"],
    ]);
  });

  it("with the indexes of its path, also below a renamed member", () => {
    const names = { "/lines": "/line_items", "/lines/*/parts/*/ref": "/line_items/*/part_ids/*" };
    assert.equal(sentPath(names, "/lines/3/parts/12/ref"), "/line_items/3/part_ids/12");
    assert.equal(sentPath(names, "/lines/3/parts/12/other"), "/line_items/3/parts/12/other");
    assert.equal(sentPath(names, "/linesOf"), "/linesOf");
    assert.equal(sentPath(names, ""), "");
  });
});
