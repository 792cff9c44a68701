import assert from "node:assert/strict";
import {
  type Attack,
  describeAttacks,
  expectStatus,
  form,
  grant,
  other,
  service,
  shop,
  token,
} from "../../support/data/attacks.ts";
import { atEnd, keysWith } from "../../support/redis.ts";
import { send, startService, tokenRequest, unique } from "../../support/service.ts";

const suite = atEnd();

const ATTACKS: readonly Attack[] = [
  {
    t: 1,
    what: "a realm that does not exist or has an invalid name is 404",
    run: () =>
      expectStatus(
        404,
        ["nobody", "..%2fx", "%00", "x".repeat(300)].map((tenant) =>
          tokenRequest(service.baseUrl, tenant, grant),
        ),
      ),
  },
  {
    t: 2,
    what: "a suspended tenant gets no token: 403",
    async run() {
      const caller = await service.newCaller();
      await service.tenants.setState(caller.tenantId, "suspended");
      const { clientId, clientSecret } = caller.credentials;
      await expectStatus(403, [
        tokenRequest(service.baseUrl, caller.tenantId, {
          ...grant,
          client_id: clientId,
          client_secret: clientSecret,
        }),
      ]);
    },
  },
  {
    t: 3,
    what: "plain HTTP is 403 if HTTPS is required",
    async run() {
      const strict = await startService(suite, { REQUIRE_HTTPS: "true" });
      const credentials = await strict.tenants.create(unique("t"));
      await expectStatus(403, [tokenRequest(strict.baseUrl, credentials.tenantId, grant)]);
    },
  },
  { t: 4, what: "no grant type is 400", run: () => expectStatus(400, [token({ client_id: "x" })]) },
  {
    t: 5,
    what: "any other grant type is 400 unsupported_grant_type",
    async run() {
      const types = ["password", "Client_Credentials", "client_credentials "];
      for (const { body } of await expectStatus(
        400,
        types.map((grant_type) => token({ ...form(), grant_type })),
      )) {
        assert.equal(body.error, "unsupported_grant_type");
      }
    },
  },
  { t: 6, what: "no client id is 400", run: () => expectStatus(400, [token(grant)]) },
  {
    t: 7,
    what: "an unknown client and a wrong secret are 400 with the same text, and so are both without a secret",
    async run() {
      for (const wrong of ["wrong", ""]) {
        const answers = await expectStatus(400, [
          token({ ...form(), client_id: "unknown", client_secret: wrong }),
          token({ ...form(), client_secret: wrong }),
        ]);
        assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
      }
    },
  },
  {
    t: 8,
    what: "the same by HTTP Basic is 401 with a challenge",
    async run() {
      const headers = { Authorization: `Basic ${Buffer.from("unknown:wrong").toString("base64")}` };
      const [answer] = await expectStatus(401, [token(grant, { headers })]);
      assert.match(answer?.headers["www-authenticate"] ?? "", /^Basic realm=/);
    },
  },
  {
    t: 9,
    what: "two ways of authentication at once are 400",
    run() {
      const { clientId, clientSecret } = shop.credentials;
      const headers = {
        Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
      };
      return expectStatus(400, [token(form(), { headers })]);
    },
  },
  {
    t: 10,
    what: "a duplicate parameter is 400",
    run: () =>
      expectStatus(
        400,
        ["client_id=x", "grant_type=client_credentials"].map((twice) =>
          token({}, { raw: `${new URLSearchParams(form()).toString()}&${twice}` }),
        ),
      ),
  },
  {
    t: 11,
    what: "credentials in the URL are 400, and GET is 405",
    run: async () => {
      const path = `/auth/realms/${shop.tenantId}/protocol/openid-connect/token`;
      const query = new URLSearchParams(form()).toString();
      const options = { raw: "", headers: { "Content-Type": "application/x-www-form-urlencoded" } };
      await expectStatus(400, [send(service.baseUrl, "POST", `${path}?${query}`, undefined, options)]);
      await expectStatus(405, [send(service.baseUrl, "GET", path)]);
    },
  },
  {
    t: 12,
    what: "a token request as JSON, as multipart or without a content type is 415",
    run: () =>
      expectStatus(
        415,
        ["application/json", "multipart/form-data; boundary=x", undefined].map((type) =>
          token(form(), { headers: { "Content-Type": type } }),
        ),
      ),
  },
  {
    t: 13,
    what: "a huge form and thousands of parameters are refused",
    run: () =>
      Promise.all([
        expectStatus(413, [token({}, { raw: `x=${"y".repeat(1024 * 1024)}` })]),
        expectStatus(
          [400, 413],
          [token({}, { raw: Array.from({ length: 10_000 }, (_, i) => `a${i}=`).join("&") })],
        ),
      ]),
  },
  {
    t: 14,
    what: "secrets that are similar, malformed or huge are 400",
    run() {
      const { clientSecret } = shop.credentials;
      const secrets = [
        `${clientSecret}x`,
        `${clientSecret}\0`,
        clientSecret.slice(0, -1),
        clientSecret.replace(/^./, "\u0430"),
        "s".repeat(50_000),
      ];
      return expectStatus(
        400,
        secrets.map((client_secret) => token({ ...form(), client_secret })),
      );
    },
  },
  {
    t: 15,
    what: "a client of another tenant is 400",
    run: () =>
      expectStatus(400, [
        token({
          ...grant,
          client_id: other.credentials.clientId,
          client_secret: other.credentials.clientSecret,
        }),
      ]),
  },
  {
    t: 16,
    what: "too many wrong secrets are 429, without locking out other addresses",
    async run() {
      const strict = await startService(suite, { TOKEN_FAILURES: "3", TRUST_PROXY: "true" });
      const { tenantId, clientId, clientSecret } = await strict.tenants.create(unique("t"));
      const ask = (secret: string, address: string) =>
        tokenRequest(
          strict.baseUrl,
          tenantId,
          { ...grant, client_id: clientId, client_secret: secret },
          { headers: { "X-Forwarded-For": address } },
        );
      for (let i = 0; i < 3; i++) await expectStatus(400, [ask("wrong", "192.0.2.7")]);
      const [answer] = await expectStatus(429, [ask(clientSecret, "192.0.2.7")]);
      assert.ok(answer?.headers["retry-after"]);
      await expectStatus(200, [ask(clientSecret, "192.0.2.8")]);
      // Each with another client id: the counters must not fill the store, and clients that exist are not locked.
      const counters = async () => (await keysWith(strict.redis, strict.keys.tokenFailures)).length;
      const before = await counters();
      const unknown = () =>
        tokenRequest(
          strict.baseUrl,
          tenantId,
          { ...grant, client_id: unique("x"), client_secret: "wrong" },
          { headers: { "X-Forwarded-For": "192.0.2.9" } },
        );
      for (let i = 0; i < 3; i++) await expectStatus(400, [unknown()]);
      for (let i = 0; i < 4; i++) await expectStatus(429, [unknown()]);
      assert.equal((await counters()) - before, 1);
      await expectStatus(200, [ask(clientSecret, "192.0.2.9")]);
    },
  },
  {
    t: 17,
    what: "a rotated secret works until its overlap ends",
    async run() {
      const { tenantId, clientId, clientSecret } = await service.tenants.create(unique("t"));
      const ask = () =>
        tokenRequest(service.baseUrl, tenantId, {
          ...grant,
          client_id: clientId,
          client_secret: clientSecret,
        });
      await service.tenants.rotateSecret(tenantId, clientId, 60);
      await expectStatus(200, [ask()]);
      await service.tenants.rotateSecret(tenantId, clientId, 0);
      await expectStatus(400, [ask()]);
    },
  },
  {
    t: 18,
    what: "answers with tokens forbid caching, and secrets are stored only as hashes",
    async run() {
      const [answer] = await expectStatus(200, [token(form())]);
      assert.equal(answer?.headers["cache-control"], "no-store");
      assert.equal(answer.headers.pragma, "no-cache");
      const [clients] = await keysWith(service.redis, `${service.prefix}{tenants}:clients:${shop.tenantId}`);
      const stored = JSON.stringify(await service.redis.hgetall(clients ?? ""));
      assert.ok(
        stored.includes(shop.credentials.clientId) && !stored.includes(shop.credentials.clientSecret),
      );
    },
  },
];

describeAttacks(suite, "a token request", ATTACKS);
