import assert from "node:assert/strict";
import {
  type Attack,
  describeAttacks,
  expectStatus,
  forge,
  ITEMS,
  LIST,
  other,
  service,
  shop,
  withToken,
} from "../../support/data/attacks.ts";
import { byGuestToken, byRef, claimsIn, exchange, shopperOf } from "../../support/data/shoppers.ts";
import { atEnd } from "../../support/redis.ts";
import { CS, unique } from "../../support/service.ts";

const suite = atEnd();

const ATTACKS: readonly Attack[] = [
  {
    t: 39,
    what: "no tenant header is 403",
    run: () => expectStatus(403, [withToken(shop.token, { "X-SVC-Tenant": undefined })]),
  },
  {
    t: 40,
    what: "another tenant's name and an unknown one are 403 with the same text",
    async run() {
      const answers = await expectStatus(
        403,
        [other.tenantId, "unknown"].map((tenant) => withToken(shop.token, { "X-SVC-Tenant": tenant })),
      );
      assert.equal(new Set(answers.map(({ body }) => JSON.stringify({ ...body, requestId: "" }))).size, 1);
    },
  },
  {
    t: 41,
    what: "the tenant header twice, with spaces or in capitals is 403",
    run: () =>
      expectStatus(
        403,
        [[shop.tenantId, shop.tenantId], `${shop.tenantId} ,`, shop.tenantId.toUpperCase()].map((tenant) =>
          withToken(shop.token, { "X-SVC-Tenant": tenant }),
        ),
      ),
  },
  {
    t: 42,
    what: "another tenant's data is 404, as data that does not exist",
    async run() {
      const list = await other.newWishlist({ wishlistRef: unique("r") });
      const item = await other.newItem(list.id, { wishlistItemRef: unique("i") });
      const answers = await expectStatus(404, [
        shop.get(`${LIST}?id=${list.id}`),
        shop.get(`${LIST}?wishlistRef=${list.wishlistRef}`),
        shop.delete(`${LIST}?id=${list.id}`),
        shop.get(`${LIST}?id=w1m7xmtx880005rkj5`),
      ]);
      assert.equal(new Set(answers.map(({ body }) => body.detail)).size, 1);
      await expectStatus(404, [
        shop.get(`${ITEMS}/${item.id}`),
        shop.get(`${ITEMS}/ref=${item.wishlistItemRef}`),
        shop.put(`${ITEMS}/id=${item.id}`, { notifyMe: true }),
        shop.delete(`${ITEMS}/${item.wishlistItemRef}/ref`),
        shop.get(`${CS}/customers/${list.customerRef}`),
        shop.delete(`${CS}/customers/${list.customerId}`),
      ]);
    },
  },
  {
    t: 43,
    what: "a wishlist for another tenant's customer is 404 and stores nothing",
    async run() {
      const customer = await other.newCustomer();
      await expectStatus(404, [shop.post(LIST, { customerId: customer.svc_customer_id, name: "x" })]);
      await expectStatus(404, [other.get(`${LIST}/lookup?customerId=${customer.svc_customer_id}`)]);
    },
  },
  {
    t: 44,
    what: "two tenants may use the same references and addresses",
    async run() {
      const same = { id: unique("c"), email: `${unique("a")}@example.com` };
      await expectStatus(
        201,
        [shop, other].map((caller) => caller.post(`${CS}/customers`, same)),
      );
    },
  },
  {
    t: 45,
    what: "a cursor from another wishlist shows no data of it",
    async run() {
      const [mine, foreign] = [await shop.newWishlist(), await other.newWishlist()];
      const secret = await other.newItem(foreign.id);
      await shop.newItem(mine.id);
      const { text } = await shop.get(`${ITEMS}?id=${mine.id}&lastItemId=${secret.id}`);
      assert.ok(!text.includes(secret.product.selectedVariantRef));
    },
  },
  {
    t: 46,
    what: "another caller's Idempotency-Key gives no answer of that caller",
    async run() {
      const options = { headers: { "Idempotency-Key": unique("k") } };
      const mine = await shop.post(`${CS}/customers`, { id: unique("c") }, options);
      const theirs = await other.post(`${CS}/customers`, { id: mine.body.id }, options);
      assert.equal(theirs.status, 201);
      assert.notEqual(theirs.body.svc_customer_id, mine.body.svc_customer_id);
    },
  },
  {
    t: 47,
    what: "fields that only the service sets are ignored",
    async run() {
      const list = await shop.newWishlist({
        id: "mine",
        deleted: true,
        createdTime: "x",
        tenantId: "other",
        storeKey: "other/default",
      });
      const item = await shop.newItem(list.id, {
        purchased: true,
        purchasedDate: "x",
        id: "mine",
        deleted: true,
      });
      const customer = await shop.newCustomer({ svc_customer_id: "mine", deleted: true });
      assert.equal(list.deleted, false);
      assert.equal(item.purchased, false);
      assert.ok(!("purchasedDate" in item) && !("deleted" in item));
      assert.ok(![list.id, item.id, customer.svc_customer_id].includes("mine"));
    },
  },
  {
    t: 48,
    what: "a token without the scope is 403 insufficient_scope",
    async run() {
      const reader = await service.callerFor(shop.credentials, "customers:read wishlists:read");
      const [answer] = await expectStatus(403, [reader.delete(`${CS}/customers/x`)]);
      assert.match(answer?.headers["www-authenticate"] ?? "", /insufficient_scope/);
    },
  },
  {
    t: 80,
    what: "a shopper's token with another subject is 401, and cannot be exchanged",
    async run() {
      const customer = await shop.newCustomer();
      const list = await other.newWishlist();
      const { token: mine } = await shopperOf(shop, byRef(customer.id));
      const [head = "", , signature = ""] = mine.split(".");
      const pasted = (changes: object) => {
        const text = JSON.stringify({ ...claimsIn(mine), ...changes });
        return [head, Buffer.from(text).toString("base64url"), signature].join(".");
      };
      const victim = await shop.newCustomer();
      const subjects = [
        { sub: victim.svc_customer_id },
        { sub: list.id, guest: true },
        { scope: "wishlists:read" },
      ];
      await expectStatus(
        401,
        subjects.map((changes) => withToken(pasted(changes))),
      );
      await expectStatus(404, [withToken(await forge({ scope: "shopper", sub: customer.svc_customer_id }))]);
      // Even if the tenant's own key has signed it: the subject is another tenant's.
      for (const changes of [{ sub: list.customerId }, { sub: list.id, guest: true }])
        await expectStatus(401, [withToken(await forge({ scope: "shopper", ...changes }))]);
      await expectStatus(400, [exchange(shop, byRef(mine)), exchange(shop, byGuestToken(mine))]);
    },
  },
];

describeAttacks(suite, "a tenant that reaches for more than its own", ATTACKS);
