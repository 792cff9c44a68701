import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { GUIDES } from "../../../src/http/site/guides.ts";
import { send, type Service, startService } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
before(async () => {
  service = await sharedService();
});

const PAGES = [
  "/",
  "/docs",
  "/docs/reference",
  "/docs/search?q=retry",
  ...Object.values(GUIDES)
    .flat()
    .map((name) => `/docs/${name}`),
];
const get = (path: string, headers: Record<string, string> = { Accept: "text/html" }) =>
  send(service.baseUrl, "GET", path, undefined, { headers });

describe("the site", () => {
  it("has pages for browsers, and JSON for programs at /", async () => {
    const program = await get("/", {});
    assert.deepEqual(
      [program.status, program.body.name, program.body.status, program.body.links.documentation],
      [200, "wishlist-service", "UP", "/docs"],
    );
    assert.match(program.headers.vary ?? "", /Accept/);
    for (const path of PAGES) {
      const { status, headers, text } = await get(path);
      assert.equal(status, 200, path);
      assert.match(headers["content-type"] ?? "", /^text\/html/, path);
      assert.match(text, /<h1[ >]/, path);
    }
  });

  it("shows at / its name, its version, whether it is ready, and the location of the demo credentials", async (t) => {
    const { text } = await get("/");
    const { version } = (await get("/", {})).body as { version: string };
    for (const part of [
      "master record of customers' wishes",
      ">Ready<",
      `Version ${version}`,
      "no demo tenant",
    ])
      assert.ok(text.includes(part), part);
    for (const path of ["/docs", "/docs/getting-started", "/docs/reference", "/portal", "/health/ready"])
      assert.ok(text.includes(`href="${path}"`), path);
    const demo = await startService(t, { DEMO_TENANT: "on" });
    const front = await send(demo.baseUrl, "GET", "/", undefined, { headers: { Accept: "text/html" } });
    for (const part of ["demo", "data/demo.json", "owner", "npm run demo"].map(
      (name) => `<code>${name}</code>`,
    ))
      assert.ok(front.text.includes(part), part);
  });

  it("loads nothing from other hosts, and allows no inline script", async () => {
    for (const path of PAGES) {
      const { headers, text } = await get(path);
      const policy = String(headers["content-security-policy"]);
      assert.match(policy, /default-src 'none'/, path);
      assert.doesNotMatch(policy, /script-src[^;]*unsafe|https?:|\*/, path);
      assert.doesNotMatch(
        text,
        /<script(?![^>]* src="\/docs\/assets\/)|(?:src|stylesheet" href)="(?!\/)/,
        path,
      );
    }
  });

  it("has only links with an existing target, also to headings", async () => {
    const pages = new Map<string, string>();
    for (const path of PAGES) pages.set(path, (await get(path)).text);
    const checked = new Set<string>();
    for (const [path, text] of pages) {
      for (const [, href = ""] of text.matchAll(/href="([^"]*)"/g)) {
        if (/^(https?|data):/.test(href)) continue;
        const { pathname, search, hash } = new URL(href, `http://x${path}`);
        const target = `${pathname}${search}`;
        let found = pages.get(target);
        if (found === undefined && !checked.has(target)) {
          const answer = await get(target);
          assert.equal(answer.status, 200, `${path}: ${href}`);
          found = answer.text;
        }
        checked.add(target);
        if (hash !== "" && !hash.startsWith("#/"))
          assert.ok(found?.includes(`id="${decodeURIComponent(hash.slice(1))}"`), `${path}: ${href}`);
      }
    }
    assert.ok(checked.size > 20, `${checked.size} links`);
  });

  it("shows the pictures of the guides", async () => {
    const { text } = await get("/docs/portal");
    const images = [...text.matchAll(/<img src="([^"]*)" alt="([^"]+)"/g)];
    assert.ok(images.length > 2);
    for (const [, src = ""] of images) {
      const { status, headers } = await get(src, { "Accept-Encoding": "identity" });
      assert.deepEqual([status, headers["content-type"]], [200, "image/png"], src);
    }
  });

  it("finds guides and operations, and escapes the query", async () => {
    const { text } = await get("/docs/search?q=idempotency");
    assert.match(text, /href="\/docs\/api#retries"/);
    assert.match(
      (await get("/docs/search?q=most-wished")).text,
      /href="\/docs\/reference#\/Reports\/reportMostWished"/,
    );
    // Far from the beginning of its section; the result shows the passage.
    assert.match((await get("/docs/search?q=Message-ID")).text, /<p>… [^<]*Message-ID/);
    const attack = await get(`/docs/search?q=${encodeURIComponent('"><script>x</script>')}`);
    assert.doesNotMatch(attack.text, /<script>x/);
    assert.match(attack.text, /&lt;script&gt;/);
    assert.equal((await get(`/docs/search?q=${"a".repeat(5000)}`)).status, 200);
    assert.equal((await get("/docs/search?q=a&q=b")).status, 200);
  });

  it("serves its files compressed and with an entity tag, and no other files", async () => {
    for (const name of ["site.css", "reference.js", "swagger-ui.css", "swagger-ui.js"]) {
      const path = `/docs/assets/${name}`;
      const plain = await get(path, { "Accept-Encoding": "identity" });
      assert.equal(plain.status, 200, name);
      assert.equal(plain.headers["content-encoding"], undefined);
      const etag = plain.headers.etag ?? "";
      assert.equal((await get(path, { "If-None-Match": etag })).status, 304, name);
      const response = await fetch(`${service.baseUrl}${path}`, { headers: { "Accept-Encoding": "gzip" } });
      assert.equal(response.headers.get("content-encoding"), "gzip", name);
      assert.equal(await response.text(), plain.text, name);
    }
    for (const name of ["../site.ts", "..%2Fsite.ts", "package.json", "toString", "x"])
      assert.equal((await get(`/docs/assets/${name}`)).status, 404, name);
    for (const name of ["nothing", "README", "..%2Fapi", "constructor"])
      assert.equal((await get(`/docs/${name}`)).status, 404, name);
  });

  it("answers unknown paths with a page for browsers, and with a problem for programs", async () => {
    for (const path of ["/nothing", "/docs/nothing", "/docs/a/b", "/portl"]) {
      const { status, headers, text } = await get(path);
      assert.equal(status, 404, path);
      assert.match(headers["content-type"] ?? "", /^text\/html/, path);
      assert.match(headers.vary ?? "", /Accept/);
      assert.match(text, /<h1>Page not found<\/h1>/, path);
      const program = await get(path, {});
      assert.deepEqual([program.status, program.body.code], [404, "ResourceNotFound"], path);
    }
    for (const path of ["/api/nothing", "/services/wsservice/api/nothing", "/docs/assets/nothing.js"]) {
      const { status, body } = await get(path);
      assert.deepEqual([status, body.code], [404, "ResourceNotFound"], path);
    }
    const wrong = await send(service.baseUrl, "POST", "/docs", undefined, {
      headers: { Accept: "text/html" },
    });
    assert.equal(wrong.status, 405);
  });
});
