import type { Capture, CollectionRequest, Document } from "./requests.ts";

const block = (name: string, lines: readonly string[]) =>
  lines.length === 0 ? "" : `${name} {\n${lines.map((line) => `  ${line}`).join("\n")}\n}\n\n`;

/** The access token, requested if there is none or it has expired. */
const TOKEN = [
  "grant_type: client_credentials",
  "access_token_url: {{baseUrl}}/auth/realms/{{tenant}}/protocol/openid-connect/token",
  "client_id: {{clientId}}",
  "client_secret: {{clientSecret}}",
  "credentials_placement: body",
  "credentials_id: credentials",
  "token_placement: header",
  "token_header_prefix: Bearer",
  "auto_fetch_token: true",
  "auto_refresh_token: false",
];

const captureLine = ({ variable, members }: Capture) =>
  `bru.setVar(${JSON.stringify(variable)}, res.body${members.map((member) => `[${JSON.stringify(member)}]`).join("")});`;

function requestFile(request: CollectionRequest, seq: number): string {
  const { name, method, path, query, type, body, needsToken, statuses, captures } = request;
  const url = `{{baseUrl}}${path}${query.length > 0 ? "?" : ""}${query.map((pair) => pair.join("=")).join("&")}`;
  const isJson = type === "application/json";
  const bodyMode = body === undefined ? "none" : isJson ? "json" : "text";
  return [
    block("meta", [`name: ${name}`, "type: http", `seq: ${seq}`]),
    block(method.toLowerCase(), [
      `url: ${url}`,
      `body: ${bodyMode}`,
      `auth: ${needsToken ? "inherit" : "none"}`,
    ]),
    block(
      "params:query",
      query.map((pair) => pair.join(": ")),
    ),
    block("headers", [
      ...(needsToken ? ["X-SVC-Tenant: {{tenant}}"] : []),
      ...(type === undefined || isJson ? [] : [`Content-Type: ${type}`]),
    ]),
    body === undefined ? "" : block(`body:${bodyMode}`, body.trimEnd().split("\n")),
    block("assert", [`res.status: in [${statuses.join(", ")}]`]),
    block("script:post-response", captures.map(captureLine)),
  ].join("");
}

const fileNameOf = (text: string) => text.replace(/[^A-Za-z0-9]+/g, " ").trim();

/**
 * The requests as the files of a Bruno collection, by their paths.
 * @see https://docs.usebruno.com/bru-lang/overview
 */
export function brunoFiles({ info }: Document, requests: readonly CollectionRequest[]): Map<string, string> {
  const files = new Map([
    ["bruno.json", `${JSON.stringify({ version: "1", name: info.title, type: "collection" }, null, 2)}\n`],
    ["collection.bru", block("auth", ["mode: oauth2"]) + block("auth:oauth2", TOKEN)],
    [
      "environments/local.bru",
      block("vars", ["baseUrl: http://localhost:8080", "tenant: demo", "clientId: ", "clientSecret: "]),
    ],
  ]);
  for (const [i, request] of requests.entries()) {
    const number = (i + 1).toString().padStart(2, "0");
    files.set(
      `${number} ${fileNameOf(`${request.folder} ${request.name}`)}.bru`,
      requestFile(request, i + 1),
    );
  }
  return files;
}
