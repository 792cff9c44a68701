import { ownValue } from "../../collections/own-value.ts";
import type { FieldError } from "../problem.ts";
import { fieldsOf, referenceAt, referenceOf, textIn } from "../rows.ts";
import { normalisePhone } from "../validation/normalise.ts";

/**
 * Members that the body of a topic must have, and members that it must not have because they belong to other topics.
 */
interface Shape {
  /** Paths of members that must have a value. For a list of paths, one is enough. */
  needs: readonly (string | readonly string[])[];
  /** Members that must be present, but may be null. */
  nullable?: readonly string[];
  without?: readonly string[];
  /** Whether `shop_domain` must be the shop that signed the webhook. */
  namesShop?: boolean;
  /** Member with the references of the person's orders. Then the body must also name the person in a form that is used. */
  ordersOfPerson?: string;
}

const order: Shape = { needs: ["id", "line_items"], without: ["refund_line_items", "variants"] };
const product: Shape = { needs: ["id", ["title", "variants"]], without: ["line_items"] };
const level: Shape = { needs: ["inventory_item_id", "location_id"], nullable: ["available"] };
const notCustomers = ["line_items", "variants", "refund_line_items", "inventory_item_id"];
const customer: Shape = { needs: ["id"], without: notCustomers };
const person = (ordersOfPerson: string): Shape => ({
  needs: [["customer.id", "customer.email", "customer.phone"]],
  without: ["line_items"],
  namesShop: true,
  ordersOfPerson,
});

/**
 * The shape of each topic's body, as far as it distinguishes the topic from others. The readers check the members.
 * https://shopify.dev/docs/api/webhooks
 */
const SHAPES = {
  "orders/create": order,
  "orders/updated": order,
  "orders/paid": order,
  "orders/cancelled": order,
  "orders/fulfilled": order,
  "orders/partially_fulfilled": order,
  "orders/edited": { needs: ["order_edit.order_id"] },
  "refunds/create": { needs: ["id", "order_id", "refund_line_items"] },
  "products/create": product,
  "products/update": product,
  "products/delete": { needs: ["id"], without: ["line_items", "refund_line_items", "first_name"] },
  "inventory_levels/update": level,
  "inventory_levels/connect": level,
  "inventory_levels/disconnect": { needs: ["inventory_item_id", "location_id"] },
  "customers/create": customer,
  "customers/update": customer,
  "customers/enable": customer,
  "customers/disable": customer,
  "customers/delete": customer,
  "customers_email_marketing_consent/update": { needs: ["customer_id", "email_marketing_consent"] },
  "customers/merge": {
    needs: ["admin_graphql_api_customer_kept_id", "admin_graphql_api_customer_deleted_id"],
  },
  "customers/redact": person("orders_to_redact"),
  "customers/data_request": person("orders_requested"),
  "shop/redact": { needs: [], without: ["customer"], namesShop: true },
} satisfies Record<string, Shape>;

/** A topic of Shopify that the service applies. */
export type Topic = keyof typeof SHAPES;

/** Returns the value of a member of a body. */
function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split(".")) {
    value = ownValue(fieldsOf(value), name);
  }
  return value;
}

const pointer = (path: string) => `/${path.replaceAll(".", "/")}`;
const hasValue = (value: unknown) => value !== undefined && value !== null && value !== "";

/** The members that name the person of a compliance webhook, as far as they can be used. */
export interface ShopifyPerson {
  customerRef: string | undefined;
  email: string | undefined;
  phone: string | undefined;
}

/** Returns how a compliance webhook names its person. It may name only an e-mail address. */
export function personIn(body: unknown): ShopifyPerson {
  const customer = fieldsOf(fieldsOf(body)["customer"]);
  const email = textIn(customer, "email")?.trim();
  return {
    customerRef: referenceAt(customer, "id"),
    email: email?.includes("@") ? email : undefined,
    phone: normalisePhone(textIn(customer, "phone") ?? ""),
  };
}

/** Returns what is wrong with the names of a person and of the person's orders. */
function personErrorsOf(body: unknown, orders: string): FieldError[] {
  const isNamed = Object.values(personIn(body)).some((name) => name !== undefined);
  const refs = valueAt(body, orders);
  const areRefs =
    !hasValue(refs) || (Array.isArray(refs) && refs.every((ref) => referenceOf(ref) !== undefined));
  return [
    ...(isNamed
      ? []
      : [{ path: "/customer", message: "must have an id, an e-mail address or a phone number" }]),
    ...(areRefs ? [] : [{ path: pointer(orders), message: "must be a list of ids" }]),
  ];
}

/** Returns why a body cannot be of a topic, for the shop with this domain; empty for an unknown topic. */
export function shapeErrorsOf(topic: string, body: unknown, shop: string): FieldError[] {
  const shape = ownValue<Shape>(SHAPES, topic);
  if (!shape) return [];
  const { needs, nullable = [], without = [], namesShop = false, ordersOfPerson } = shape;
  const errors: FieldError[] = [];
  for (const need of needs) {
    const [path = "", ...others] = typeof need === "string" ? [need] : need;
    if ([path, ...others].some((each) => hasValue(valueAt(body, each)))) continue;
    const instead = others.map(pointer).join(" or ");
    const message = instead === "" ? "is missing" : `is missing; ${instead} would also do`;
    errors.push({ path: pointer(path), message });
  }
  for (const path of nullable)
    if (valueAt(body, path) === undefined) errors.push({ path: pointer(path), message: "is missing" });
  for (const path of without)
    if (valueAt(body, path) !== undefined)
      errors.push({ path: pointer(path), message: "belongs to another topic" });
  const named = valueAt(body, "shop_domain");
  if (namesShop && (typeof named !== "string" || named.toLowerCase() !== shop))
    errors.push({ path: "/shop_domain", message: "must be the shop of X-Shopify-Shop-Domain" });
  if (ordersOfPerson !== undefined && errors.length === 0)
    errors.push(...personErrorsOf(body, ordersOfPerson));
  return errors;
}
