import assert from "node:assert/strict";
import {
  type Attack,
  describeAttacks,
  expectRefused,
  expectStatus,
  LIST,
  raw,
  service,
  shop,
  statusOf,
} from "../../support/data/attacks.ts";
import { atEnd } from "../../support/redis.ts";
import { CS, type Json, send, unique } from "../../support/service.ts";

const suite = atEnd();

const ATTACKS: readonly Attack[] = [
  {
    t: 49,
    what: "a member named __proto__ is refused, also if it is escaped",
    run: async () => {
      for (const name of ["__proto__", "\\u005f_proto__"])
        await expectRefused(`{"${name}":{"polluted":1}}`, { malformed: true });
      await expectRefused('{"attributeGroups":{"__proto__":{"attributes":{}}}}', { malformed: true });
    },
  },
  {
    t: 50,
    what: "names of object methods are data like any other",
    async run() {
      const attributeGroups = {
        constructor: { attributes: { prototype: "x" } },
        toString: { attributes: { hasOwnProperty: "y" } },
      };
      const list = await shop.newWishlist({ attributeGroups });
      assert.deepEqual((await shop.get(`${LIST}?id=${list.id}`)).body.attributeGroups, attributeGroups);
      await expectRefused('{"constructor":{"prototype":{"polluted":1}}}', { malformed: false });
      assert.equal(({} as Json).polluted, undefined);
    },
  },
  {
    t: 51,
    what: "any body except one JSON object is refused",
    async run() {
      for (const body of ["7", '"x"', "null", "[]", "true", "\ufeff{}"])
        await expectRefused(body, { malformed: false });
      for (const body of ["", "{}{}", "nothing"]) await expectRefused(body, { malformed: true });
      await expectRefused(Buffer.from('{"name":"M\u00fcller"}', "latin1"), { malformed: true });
    },
  },
  {
    t: 52,
    what: "a duplicate member is refused, with its path",
    async run() {
      await expectRefused('{"name":"a","name":"b","id":"x","id":"y"}', { malformed: false });
      const raw = '{"name":"a","attributeGroups":{"g":{"description":"a","description":"b"}}}';
      const { body } = await shop.post(LIST, undefined, { raw });
      const path = "/attributeGroups/g/description";
      assert.deepEqual(body.errors, [{ path, message: "is named twice in its object" }]);
    },
  },
  {
    t: 53,
    what: "deep and wide JSON is refused without other effects",
    async run() {
      for (const depth of [33, 50_000])
        await expectRefused(`${"[".repeat(depth)}${"]".repeat(depth)}`, { malformed: false });
      const attributes = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, "v"]));
      const customer = await shop.newCustomer();
      await expectStatus(405, [
        shop.post(LIST, { customerRef: customer.id, name: "x", attributeGroups: { g: { attributes } } }),
      ]);
    },
  },
  {
    t: 54,
    what: "a body over 1 MiB is 413, an endless one too, and a wrong length is 400",
    async run() {
      await expectStatus(413, [shop.post(LIST, undefined, { raw: "x".repeat(1024 * 1024 + 1) })]);
      const head = `POST ${LIST} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${shop.token}\r\nX-SVC-Tenant: ${shop.tenantId}\r\nContent-Type: application/json\r\n`;
      const chunk = `${(65_536).toString(16)}\r\n${"x".repeat(65_536)}\r\n`;
      assert.equal(
        statusOf(await raw([`${head}Transfer-Encoding: chunked\r\n\r\n`, ...Array<string>(20).fill(chunk)])),
        413,
      );
      // The bytes after the body are the start of another request, which is invalid.
      assert.ok(statusOf(await raw(`${head}Content-Length: 2\r\n\r\n{}trailing\r\n\r\n`)) >= 400);
    },
  },
  {
    t: 55,
    what: "an encoded body is 415, whatever its content; identity in any spelling is no encoding",
    async run() {
      const encoded = (encoding: string) => ({ headers: { "Content-Encoding": encoding } });
      await expectStatus(
        415,
        ["br", "gzip", "deflate", "x"].map((encoding) =>
          shop.post(LIST, undefined, { raw: "garbage", ...encoded(encoding) }),
        ),
      );
      await expectStatus(
        201,
        ["identity", "Identity"].map((identity) =>
          shop.post(`${CS}/customers`, { id: unique("c") }, encoded(identity)),
        ),
      );
    },
  },
  {
    t: 56,
    what: "another content type or charset, or none, is 415; any label of UTF-8 and other parameters are accepted",
    async run() {
      await expectStatus(
        415,
        [
          "text/plain",
          "application/xml",
          "application/json; charset=utf-7",
          "application/json; charset=utf-16",
          "application/json; charset=utf-8; charset=utf-16",
          "application/json; x=1; charset=utf-16",
          "application/json, text/plain",
          "application/json; charset",
          undefined,
        ].map((type) => shop.post(LIST, undefined, { raw: "{}", headers: { "Content-Type": type } })),
      );
      await expectStatus(
        201,
        ["utf8", "UTF8", '"utf-8"', "x-unicode20utf8", 'utf-8; profile="a;b"', "utf-8;;x=1;"].map((charset) =>
          shop.post(`${CS}/customers`, undefined, {
            raw: JSON.stringify({ id: unique("c") }),
            headers: { "Content-Type": `application/json; charset=${charset}` },
          }),
        ),
      );
    },
  },
  {
    t: 57,
    what: "unusual numbers are refused or kept, unusual text is kept byte for byte, lone surrogates are refused",
    async run() {
      for (const number of ["1e400", "-1e400", "91"]) {
        const { status } = await shop.post(`${CS}/customers`, undefined, {
          raw: `{"id":"${unique("c")}","addresses":[{"latitude":${number}}]}`,
        });
        assert.equal(status, 405, number);
      }
      await expectStatus(201, [
        shop.post(`${CS}/customers`, undefined, {
          raw: `{"id":"${unique("c")}","addresses":[{"latitude":-0}]}`,
        }),
      ]);
      await expectRefused('{"name":"\\ud800","id":"\\ud800"}', { malformed: false });
      for (const name of ["\u202Ertl", "nul\u0000", "\u0001\u001f", "\u{1F381}\u200D", "e\u0301"]) {
        const list = await shop.newWishlist({ name });
        assert.equal((await shop.get(`${LIST}?id=${list.id}`)).body.name, name);
      }
      await expectStatus(405, [
        shop.post(LIST, { customerRef: (await shop.newCustomer()).id, name: "x".repeat(1_000_000) }),
      ]);
    },
  },
  {
    t: 58,
    what: "too many or too long tags and bad phone numbers are 405",
    run: () =>
      expectStatus(405, [
        shop.post(`${CS}/customers`, { id: unique("c"), tags: Array<string>(251).fill("t").join(",") }),
        shop.post(`${CS}/customers`, { id: unique("c"), tags: "t".repeat(256) }),
        shop.post(`${CS}/customers`, { id: unique("c"), phone: "12" }),
      ]),
  },
  {
    t: 81,
    what: "a chunk that is shorter than it says is 400, also if it arrives before the body is read",
    async run() {
      const failures = async () => {
        const { text } = await send(service.baseUrl, "GET", "/metrics", undefined, {});
        const lines = text
          .split("\n")
          .filter((line) => line.includes("_duration_seconds_count{") && line.includes('status="500"'));
        return lines.sort();
      };
      const before = await failures();
      for (let i = 0; i < 10; i++) {
        // The first request of a tenant waits for its data.
        const { token: access, tenantId } = await service.newCaller();
        const head = `POST ${LIST} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${access}\r\nX-SVC-Tenant: ${tenantId}\r\nContent-Type: application/json\r\n`;
        const answer = await raw(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{"a":1}\r\n0\r\n\r\n`);
        assert.equal(statusOf(answer), 400);
      }
      assert.deepEqual(await failures(), before);
    },
  },
];

describeAttacks(suite, "a body", ATTACKS);
