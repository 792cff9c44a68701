import assert from "node:assert/strict";
import {
  type CryptoKey,
  exportSPKI,
  importJWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from "jose";
import {
  type Attack,
  claims,
  describeAttacks,
  expectStatus,
  forge,
  ITEMS,
  key,
  LIST,
  other,
  paste,
  raw,
  service,
  shop,
  signingKeyOf,
  statusOf,
  withToken,
} from "../../support/data/attacks.ts";
import { atEnd } from "../../support/redis.ts";
import { unique } from "../../support/service.ts";

const suite = atEnd();

const ATTACKS: readonly Attack[] = [
  {
    t: 19,
    what: "no token is 401 without an error code",
    async run() {
      const [answer] = await expectStatus(401, [withToken(undefined)]);
      assert.match(answer?.headers["www-authenticate"] ?? "", /^Bearer realm="[^"]+"$/);
    },
  },
  {
    t: 20,
    what: "a token anywhere except in one bearer header is 401",
    run: () =>
      expectStatus(401, [
        ...["Bearer", "Bearer ", "Bearer x y", `Basic ${shop.token}`, shop.token].map((Authorization) =>
          shop.get(`${LIST}?id=x`, { headers: { Authorization } }),
        ),
        shop.get(`${LIST}?id=x&access_token=${shop.token}`, { headers: { Authorization: undefined } }),
        shop.post(LIST, { access_token: shop.token }, { headers: { Authorization: undefined } }),
      ]),
  },
  {
    t: 21,
    what: "unsigned tokens are 401",
    run: () =>
      expectStatus(
        401,
        ["none", "None", "nOnE", "ES256"].map((alg) =>
          withToken(paste({ alg, kid: key.kid, typ: "at+jwt" }, claims())),
        ),
      ),
  },
  {
    t: 22,
    what: "a token signed with the public key as a shared secret is 401",
    async run() {
      const pem = await exportSPKI((await importJWK(key.publicJwk, "ES256")) as CryptoKey);
      const header = { alg: "HS256", kid: key.kid, typ: "at+jwt" };
      await expectStatus(401, [
        withToken(await new SignJWT(claims()).setProtectedHeader(header).sign(Buffer.from(pem))),
      ]);
    },
  },
  {
    t: 23,
    what: "a token signed by another tenant's key under this one's kid is 401",
    async run() {
      const foreign = await signingKeyOf(other);
      await expectStatus(401, [
        withToken(await forge({}, { kid: key.kid }, foreign)),
        withToken(await forge({}, {}, foreign)),
      ]);
    },
  },
  {
    t: 24,
    what: "malformed and missing key ids are 401",
    run: async () => {
      const kids = ["../../dev/null", "' OR 1=1 --", "__proto__", "x".repeat(3000), undefined];
      await expectStatus(
        401,
        kids.map(async (kid) => withToken(await forge({}, { kid } as JWTHeaderParameters))),
      );
    },
  },
  {
    t: 25,
    what: "keys that come with the token are ignored: 401",
    async run() {
      const foreign = await signingKeyOf(other);
      const headers = [
        { jwk: foreign.publicJwk },
        { jku: `${service.baseUrl}/keys` },
        { x5u: `${service.baseUrl}/keys` },
      ];
      await expectStatus(
        401,
        headers.map(async (header) => withToken(await forge({}, { ...header, kid: key.kid }, foreign))),
      );
    },
  },
  {
    t: 26,
    what: "unknown critical extensions are 401",
    run: async () => {
      const signature = (await forge()).split(".")[2] ?? "";
      const headers = [
        { crit: ["exp"], exp: 1 },
        { crit: ["b64"], b64: false },
      ];
      await expectStatus(
        401,
        headers.map((header) =>
          withToken(paste({ alg: "ES256", kid: key.kid, typ: "at+jwt", ...header }, claims(), signature)),
        ),
      );
    },
  },
  {
    t: 27,
    what: "a token without one of its claims is 401",
    run: async () => {
      const names = ["exp", "iat", "sub", "jti", "client_id", "iss", "aud", "tenant", "store", "gen"];
      await expectStatus(
        401,
        names.map(async (name) => withToken(await forge({ [name]: undefined }))),
      );
    },
  },
  {
    t: 28,
    what: "a token older than the longest lifetime is 401, whatever expiry it claims",
    run: async () => {
      const now = Math.floor(Date.now() / 1000);
      await expectStatus(401, [withToken(await forge({ iat: now - 4000, exp: now + 1e8 }))]);
    },
  },
  {
    t: 29,
    what: "times that are not numbers, expired or in the future are 401",
    run: async () => {
      const now = Math.floor(Date.now() / 1000);
      const changes = [{ exp: now - 1 }, { exp: -1 }, { nbf: now + 100 }, { iat: now + 100 }] as JWTPayload[];
      await expectStatus(
        401,
        changes.map(async (change) => withToken(await forge(change))),
      );
      const signature = (await forge()).split(".")[2] ?? "";
      await expectStatus(401, [
        withToken(
          paste({ alg: "ES256", kid: key.kid, typ: "at+jwt" }, { ...claims(), exp: "soon" }, signature),
        ),
      ]);
    },
  },
  {
    t: 30,
    what: "another issuer is 401, also a similar one",
    run: async () => {
      const issuer = `http://wishlist.test/auth/realms/${shop.tenantId}`;
      const issuers = [
        `${issuer}/`,
        issuer.toUpperCase(),
        `http://wishlist.test/auth/realms/${other.tenantId}`,
        "http://evil.test",
      ];
      await expectStatus(
        401,
        issuers.map(async (iss) => withToken(await forge({ iss }))),
      );
    },
  },
  {
    t: 31,
    what: "another audience is 401, also one of this service",
    run: async () => {
      const audiences = ["other", ["wishlist-service", "other"], ["wishlist-service"]];
      await expectStatus(
        401,
        audiences.map(async (aud) => withToken(await forge({ aud }))),
      );
    },
  },
  {
    t: 32,
    what: "a token of another type is 401",
    run: async () => expectStatus(401, [withToken(await forge({}, { typ: "JWT" }))]),
  },
  {
    t: 33,
    what: "malformed tokens are 401, and huge ones 431",
    async run() {
      const good = await forge();
      const [head = "", body = "", signature = ""] = good.split(".");
      const other = signature.startsWith("A") ? "B" : "A";
      const forms = [
        "x.y",
        `${head}.${body}`,
        `${good}.x.y`,
        `${good}=`,
        `${head}.${body}.${other}${signature.slice(1)}`,
        "a".repeat(5000),
      ];
      await expectStatus(
        401,
        forms.map((value) => withToken(value)),
      );
      await expectStatus(200, [
        shop.get(`${ITEMS}?id=${(await shop.newWishlist()).id}`, {
          headers: { Authorization: `Bearer ${good}` },
        }),
      ]);
      assert.equal(
        statusOf(
          await raw(`GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${"a".repeat(100_000)}\r\n\r\n`),
        ),
        431,
      );
    },
  },
  {
    t: 34,
    what: "a passive key verifies, a removed one does not",
    async run() {
      const caller = await service.newCaller();
      await service.tenants.rotateSigningKey(caller.tenantId);
      await expectStatus(404, [caller.get(`${LIST}?id=x`)]);
      for (let i = 0; i < 5; i++) await service.tenants.rotateSigningKey(caller.tenantId);
      for (let waited = 0; (await caller.get(`${LIST}?id=x`)).status !== 401; waited += 100) {
        assert.ok(waited < 5000);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  },
  {
    t: 35,
    what: "a token of a revoked generation is 401",
    run: async () =>
      expectStatus(401, [
        withToken(await forge({ gen: 1 })),
        withToken(await forge({ gen: -1 })),
        withToken(await forge({ gen: "0" })),
      ]),
  },
  {
    t: 36,
    what: "two Authorization headers are 401, two Host headers 400",
    async run() {
      const line = `Authorization: Bearer ${shop.token}\r\n`;
      const head = `GET ${LIST}?id=x HTTP/1.1\r\nHost: x\r\nX-SVC-Tenant: ${shop.tenantId}\r\n${line}`;
      assert.equal(statusOf(await raw(`${head}${line}\r\n`)), 401);
      for (const host of ["x", "y"]) {
        const text = await raw(`${head}host: ${host}\r\n\r\n`);
        assert.equal(statusOf(text), 400);
        assert.match(text, /"path":"Host"/);
      }
    },
  },
  {
    t: 37,
    what: "a token of a client that does not exist is 401",
    run: async () =>
      expectStatus(401, [
        withToken(await forge({ client_id: "gone", sub: "gone" })),
        withToken(await forge({ store: "other" })),
      ]),
  },
  {
    t: 38,
    what: "each of many invented key ids is 401, and other callers are served",
    run: async () => {
      const forged = await Promise.all(Array.from({ length: 100 }, () => forge({}, { kid: unique("kid") })));
      await expectStatus(
        401,
        forged.map((value) => withToken(value)),
      );
      await expectStatus(404, [withToken(shop.token)]);
    },
  },
];

describeAttacks(suite, "an access token", ATTACKS);
