import type { Capture, CollectionRequest, Document } from "./requests.ts";

const variable = (key: string, value: string) => ({ key, value });

/** Gets a token before a request, if there is none or it expires within a minute. */
const TOKEN_SCRIPT = `
if (Number(pm.collectionVariables.get("tokenUntil") || 0) < Date.now()) {
  const read = (name) => pm.variables.get(name);
  pm.sendRequest({
    url: read("baseUrl") + "/auth/realms/" + read("tenant") + "/protocol/openid-connect/token",
    method: "POST",
    body: {
      mode: "urlencoded",
      urlencoded: [
        { key: "grant_type", value: "client_credentials" },
        { key: "client_id", value: read("clientId") },
        { key: "client_secret", value: read("clientSecret") },
      ],
    },
  }, (err, answer) => {
    if (err || answer.code !== 200) throw new Error("no token: " + (err || answer.text()));
    const { access_token, expires_in } = answer.json();
    pm.collectionVariables.set("token", access_token);
    pm.collectionVariables.set("tokenUntil", Date.now() + expires_in * 1000 - 60000);
  });
}`;

const script = (listen: "prerequest" | "test", text: string) => ({
  listen,
  script: { type: "text/javascript", exec: text.trim().split("\n") },
});

const captureLine = ({ variable: name, members }: Capture) =>
  `pm.collectionVariables.set(${JSON.stringify(name)}, answer${members.map((member) => `[${JSON.stringify(member)}]`).join("")});`;

function testOf({ statuses, captures }: CollectionRequest): string {
  const check = `pm.test("status", () => pm.expect(pm.response.code).to.be.oneOf(${JSON.stringify(statuses)}));`;
  if (captures.length === 0) return check;
  return [check, "const answer = pm.response.json();", ...captures.map(captureLine)].join("\n");
}

function itemOf(request: CollectionRequest) {
  const { name, method, path, query, type, body, needsToken } = request;
  return {
    name,
    request: {
      method,
      ...(needsToken ? {} : { auth: { type: "noauth" } }),
      header: [
        ...(needsToken ? [variable("X-SVC-Tenant", "{{tenant}}")] : []),
        ...(type === undefined ? [] : [variable("Content-Type", type)]),
      ],
      url: {
        raw: `{{baseUrl}}${path}${query.length > 0 ? "?" : ""}${query.map((pair) => pair.join("=")).join("&")}`,
        host: ["{{baseUrl}}"],
        path: path.split("/").slice(1),
        query: query.map(([key, value]) => variable(key, value)),
      },
      ...(body === undefined ? {} : { body: { mode: "raw", raw: body } }),
    },
    event: [script("test", testOf(request))],
  };
}

/**
 * The requests as a Postman collection.
 * @see https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */
export function postmanCollection({ info }: Document, requests: readonly CollectionRequest[]): string {
  const collection = {
    info: {
      name: info.title,
      version: info.version,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ ...variable("token", "{{token}}"), type: "string" }] },
    event: [script("prerequest", TOKEN_SCRIPT)],
    variable: [
      variable("baseUrl", "http://localhost:8080"),
      variable("tenant", "demo"),
      variable("clientId", ""),
      variable("clientSecret", ""),
    ],
    // In the order of the examples, so that the whole collection can be run.
    item: requests.map((request) => ({ ...itemOf(request), name: `${request.folder}: ${request.name}` })),
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}
