import type { Call } from "./example-call.ts";

const GRACE = {
  email: "grace.h@shop.example",
  firstName: "Grace",
  lastName: "Hopper",
  mobile: "0400 123 456",
  addresses: [{ address1: "Wish Street 3", city: "Sydney", countryCode: "AU", postcode: "2000" }],
  optin_preferences: { email: { opt_in_active: true } },
};

/** Calls the operations for shops whose code uses the platform's SDK. */
export async function platformSdk(call: Call): Promise<void> {
  const { id } = await call("sdkCreateCustomer", { body: { customerRef: "c-2001", ...GRACE } });
  const rows = [
    { customerRef: "c-2002", email: "mary@shop.example", firstName: "Mary" },
    { customerRef: "c-2003", email: "not an address" },
  ];
  const { customers } = await call("sdkUploadCustomers", { body: rows });
  await call("sdkUpdateCustomer", { body: { customerRef: "c-2001", loyaltyTier: "gold" } });
  await call("sdkUpdateCustomerById", { params: { id }, body: { vipStatus: true } });
  await call("sdkUpdateCustomerByRef", { params: { ref: "c-2001" }, body: { phone: "02 9876 5432" } });
  await call("sdkGetCustomerById", { params: { id } });
  await call("sdkGetCustomerByRef", { params: { ref: "c-2001" } });
  await call("sdkSearchCustomers", { query: { email: GRACE.email } });
  const list = await call("createWishlist", {
    body: { customerRef: "c-2001", wishlistRef: "garden", name: "Garden" },
  });
  const item = await call("createItem", {
    body: {
      wishlistRef: "garden",
      wishlistItemRef: "third",
      notifyMe: true,
      product: { productRef: "tent", selectedVariantRef: "tent-3" },
    },
  });
  const params = { id: list.id };
  await call("sdkUpdateWishlistById", { params, body: { description: "For the summer" } });
  await call("sdkUpdateWishlistByRef", { params: { ref: "garden" }, body: { isPrivate: true } });
  await call("sdkGetWishlistById", { params, query: { pageSize: 10 } });
  await call("sdkGetWishlistByRef", { params: { ref: "garden" } });
  await call("sdkGetWishlistsByCustomerId", { params: { id }, query: { pageSize: 10, lastItemId: "" } });
  await call("sdkGetWishlistsByCustomerRef", { params: { ref: "c-2001" } });
  await call("sdkGetItemByRef", { params: { ref: "third" } });
  await call("sdkUpdateItem", { body: { id: item.id, prerelease: true } });
  await call("sdkGetItemPopularity", {
    body: [{ productRef: "tent" }, { variantRef: "tent-3" }],
    until: ([, { count }]) => count === 2,
  });
  const flag = { variantRef: "tent-3", notifyMe: true };
  await call("sdkGetCustomersWithFlag", { query: { ...flag, pageSize: 1 } });
  const reset = await call("sdkResetFlag", { query: flag, body: {} });
  await call("sdkGetFlagReset", { params: { resetId: reset.id } });
  await call("sdkDeleteWishlistByRef", { params: { ref: "garden" } });
  const other = await call("createWishlist", { body: { customerRef: "c-2001", name: "Kitchen" } });
  await call("sdkDeleteWishlistById", { params: { id: other.id } });
  await call("sdkDeleteCustomer", { query: { customerRef: "c-2001" } });
  await call("sdkDeleteCustomerById", { params: { id: customers[0].id } });
}
