import assert from "node:assert/strict";
import { connect } from "node:net";
import {
  type Attack,
  describeAttacks,
  expectStatus,
  ITEMS,
  LIST,
  product,
  raw,
  service,
  shop,
  statusOf,
} from "../../support/data/attacks.ts";
import { atEnd, keysWith } from "../../support/redis.ts";
import { CS, send, unique, WS } from "../../support/service.ts";

const suite = atEnd();

const ATTACKS: readonly Attack[] = [
  {
    t: 59,
    what: "an invalid page size is 400, and a large one gives 50",
    async run() {
      const list = await shop.newWishlist();
      const itemRef = Array.from({ length: 60 }, product);
      await shop.post(`${WS}/wishlist/add-items`, { wishlistId: list.id, itemRef });
      await expectStatus(
        400,
        ["0", "-1", "abc", "1&pageSize=1"].map((size) => shop.get(`${ITEMS}?id=${list.id}&pageSize=${size}`)),
      );
      for (const size of [51, 1e9])
        assert.equal((await shop.get(`${ITEMS}?id=${list.id}&pageSize=${size}`)).body.itemCount, 50);
    },
  },
  {
    t: 60,
    what: "a duplicate parameter, an object as parameter and a huge one are 400",
    run: () =>
      expectStatus(
        400,
        ["id=a&id=b", "id[$ne]=1", `id=${"x".repeat(5000)}`].map((query) => shop.get(`${LIST}?${query}`)),
      ),
  },
  {
    t: 61,
    what: "malformed paths are 400 or 404, and an encoded slash is part of a reference",
    async run() {
      await expectStatus(
        [400, 404],
        ["%E0%A4%A", "%00", "..%2f..%2fetc", "ref=%252F"].map((path) => shop.get(`${ITEMS}/${path}`)),
      );
      const list = await shop.newWishlist();
      const ref = `${unique("a")}/b`;
      const item = await shop.newItem(list.id, { wishlistItemRef: ref });
      assert.equal((await shop.get(`${ITEMS}/ref=${encodeURIComponent(ref)}`)).body.id, item.id);
    },
  },
  {
    t: 62,
    what: "references are data, whatever their text",
    async run() {
      for (const odd of [
        "{x}",
        "a:b",
        "*",
        "a\r\nSET x y",
        "[a-z]",
        "\\",
        "__proto__",
        "a b",
        "w1m7xmtx880005rkj5",
      ]) {
        const wishlistRef = `${odd}${unique("r")}`;
        const list = await shop.newWishlist({ wishlistRef });
        const item = await shop.newItem(list.id, {
          wishlistItemRef: odd,
          product: { productRef: odd, selectedVariantRef: odd },
        });
        assert.equal(
          (await shop.get(`${LIST}?wishlistRef=${encodeURIComponent(wishlistRef)}`)).body.id,
          list.id,
        );
        const byRef = await shop.get(`${ITEMS}/ref=${encodeURIComponent(odd)}?wishlistId=${list.id}`);
        assert.equal(byRef.body.id, item.id, odd);
      }
      await expectStatus(405, [shop.post(ITEMS, { wishlistRef: "x".repeat(10_000), product: product() })]);
    },
  },
  {
    t: 63,
    what: "unknown methods are refused with Allow, and cannot be smuggled in",
    async run() {
      for (const method of ["PATCH", "TRACE"]) {
        const [answer] = await expectStatus(405, [shop.send(method, LIST)]);
        assert.match(answer?.headers.allow ?? "", /GET/);
      }
      assert.equal(statusOf(await raw(`BREW ${LIST} HTTP/1.1\r\nHost: x\r\n\r\n`)), 501);
      const list = await shop.newWishlist();
      await expectStatus(200, [
        shop.get(`${LIST}?id=${list.id}`, { headers: { "X-HTTP-Method-Override": "DELETE" } }),
      ]);
      await expectStatus(200, [shop.get(`${LIST}?id=${list.id}`)]);
    },
  },
  {
    t: 64,
    what: "large and many header fields are 431",
    async run() {
      const large = await raw(`GET /x?y HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(20_000)}\r\n\r\n`);
      assert.equal(statusOf(large), 431);
      const [head = "", document = ""] = large.split("\r\n\r\n");
      const { detail, instance, requestId } = JSON.parse(document) as Record<string, string>;
      assert.match(detail ?? "", /16384 bytes/);
      assert.equal(instance, "/x");
      assert.match(head, new RegExp(`^X-Request-Id: ${requestId ?? "?"}$`, "m"));
      const many = Array.from({ length: 300 }, (_, i) => `X-${i}: y\r\n`).join("");
      assert.equal(statusOf(await raw(`GET / HTTP/1.1\r\nHost: x\r\n${many}\r\n`)), 431);
    },
  },
  {
    t: 65,
    what: "ambiguous framing and a missing Host are 400, an unknown expectation is 417, an unknown transfer coding 501",
    async run() {
      const start = `POST ${LIST} HTTP/1.1\r\nHost: x\r\n`;
      for (const bytes of [
        `${start}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
        `${start}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
        `GET / HTTP/1.1\nHost: x\n\n`,
        `GET / HTTP/1.1\r\n\r\n`,
        "\0\0\0",
      ]) {
        assert.equal(statusOf(await raw(bytes)), 400, JSON.stringify(bytes));
      }
      for (const [bytes, status, path] of [
        [`GET / HTTP/1.1\r\n\r\n`, 400, "Host"],
        [`${start}Expect: magic\r\nContent-Length: 2\r\n\r\n{}`, 417, "Expect"],
        [`${start}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 501, "Transfer-Encoding"],
        [
          `${start}Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
          501,
          "Transfer-Encoding",
        ],
      ] as const) {
        const answer = await raw(bytes);
        const [, document = "{}"] = answer.split("\r\n\r\n");
        const { errors } = JSON.parse(document) as { errors: { path: string }[] };
        assert.deepEqual([statusOf(answer), errors[0]?.path], [status, path]);
      }
      assert.equal(statusOf(await raw("GET /health/live HTTP/1.0\r\n\r\n")), 200);
    },
  },
  {
    t: 66,
    what: "the Host header appears in no answer",
    async run() {
      const path = `/auth/realms/${shop.tenantId}/.well-known/openid-configuration`;
      const headers = { Host: "evil.test", "X-Forwarded-Host": "evil.test" };
      for (const answer of [
        await send(service.baseUrl, "GET", path, undefined, { headers }),
        await shop.get(`${LIST}?id=x`, { headers }),
      ]) {
        assert.ok(!(answer.text + JSON.stringify(answer.headers)).includes("evil"));
      }
    },
  },
  {
    t: 67,
    what: "slow clients are disconnected, while others are served",
    async run() {
      const slow = (first: string) =>
        new Promise<number>((resolve) => {
          const started = Date.now();
          const socket = connect(Number(new URL(service.baseUrl).port), "127.0.0.1", () =>
            socket.write(first),
          );
          const timer = setInterval(() => socket.write("x"), 2000);
          const end = () => {
            clearInterval(timer);
            socket.destroy();
            resolve(Date.now() - started);
          };
          socket.on("error", end).on("close", end).resume();
        });
      const headers = Array.from({ length: 100 }, () => slow(`GET / HTTP/1.1\r\nHost: x\r\nX-`));
      const body = slow(
        `POST ${LIST} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.token}\r\nX-SVC-Tenant: ${shop.tenantId}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      );
      await expectStatus(404, [shop.get(`${LIST}?id=x`)]);
      for (const ms of await Promise.all([...headers, body])) assert.ok(ms < 60_000, `${ms} ms`);
    },
  },
  {
    t: 68,
    what: "text against slow regular expressions is refused or accepted quickly, and so are pipelined requests",
    isAlone: true,
    async run() {
      // CPU time of this process, which also runs the service: the machine may be busy with other work.
      const before = process.cpuUsage();
      const evil = `${"a".repeat(50_000)}!`;
      await expectStatus(405, [
        shop.post(`${CS}/customers`, { id: unique("c"), email: `${"a.".repeat(150)}@` }),
        shop.post(`${CS}/customers`, { id: unique("c"), email: evil }),
        shop.post(`${CS}/customers`, { id: unique("c"), phone: `+${"1".repeat(50_000)}` }),
        shop.post(`${CS}/customers`, { id: unique("c"), created_at: `2026-${"0".repeat(50_000)}` }),
        shop.post(`${CS}/customers`, { id: `gid://shopify/${"a".repeat(50_000)}` }),
      ]);
      await shop.get(`${LIST}?id=x`, {
        headers: { "If-None-Match": `"${"a".repeat(5000)}`, "Accept-Language": "a,".repeat(2000) },
      });
      const { user } = process.cpuUsage(before);
      assert.ok(user < 2_000_000, `${user} us of CPU`);
      const text = await raw("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2000), 2000);
      assert.equal(text.split("HTTP/1.1 200").length - 1, 2000);
    },
  },
  {
    t: 78,
    what: "an Idempotency-Key that is huge, empty, duplicate or not text is 400, and it is stored as a digest only",
    async run() {
      const create = (value: string | string[]) =>
        shop.post(`${CS}/customers`, { id: unique("c") }, { headers: { "Idempotency-Key": value } });
      await expectStatus(400, ["k".repeat(10_000), "", ["a", "b"], "\u00e4"].map(create));
      const plain = unique("plain-key");
      await expectStatus(201, [create(plain)]);
      const keys = await keysWith(service.redis, service.prefix);
      assert.ok(keys.every((name) => !name.includes(plain)));
    },
  },
  {
    t: 79,
    what: "internal errors are not described to the caller",
    async run() {
      const list = await shop.newWishlist();
      const [name = ""] = (await keysWith(service.redis, service.prefix)).filter((each) =>
        each.endsWith(`w:${list.id}`),
      );
      await service.redis.hset(name, "m", "{broken");
      for (const answer of await expectStatus(500, [
        shop.get(`${LIST}?id=${list.id}`),
        shop.put(LIST, { id: list.id, name: "x" }),
      ])) {
        assert.deepEqual(Object.keys(answer.body).sort(), [
          "code",
          "detail",
          "instance",
          "requestId",
          "status",
          "title",
          "type",
        ]);
        assert.ok(
          !/json|redis|stack|unexpected|\{broken|at .*\//i.test(
            answer.text.replace(/"(type|instance)":"[^"]*"/g, ""),
          ),
          answer.text,
        );
      }
      const next = await shop.newWishlist();
      await expectStatus(200, [shop.put(LIST, { id: next.id, name: "others go on" })]);
    },
  },
];

describeAttacks(suite, "a request", ATTACKS);
