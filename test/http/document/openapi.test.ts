import assert from "node:assert/strict";
import { execFile, type ExecFileOptionsWithStringEncoding } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { programVersion } from "../../../src/app/app.ts";
import { parseJson } from "../../../src/ingest/json/json.ts";
import { type Json, send, type Service } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const REDOCLY = join(import.meta.dirname, "../../../node_modules/@redocly/cli/bin/cli.js");

let service: Service;
let text: string;
let document: Json;
before(async () => {
  service = await sharedService();
  ({ text, body: document } = await send(service.baseUrl, "GET", "/openapi.json"));
});

interface Operation {
  path: string;
  method: string;
  operation: Json;
}

function operations(): Operation[] {
  return Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** A part of the document. References are resolved. */
function resolved(part: Json): Json {
  if (part.$ref === undefined) return part;
  return (part.$ref as string)
    .slice(2)
    .split("/")
    .reduce((at: Json, name) => at[name], document);
}

/** Output of a program, whatever its exit code. */
const outputOf = (program: string, args: string[], options: ExecFileOptionsWithStringEncoding) =>
  new Promise<{ stdout: string; stderr: string }>((resolve) => {
    execFile(program, args, options, (_, stdout, stderr) => resolve({ stdout, stderr }));
  });

/** Problems that the linter finds according to the OpenAPI specification. */
async function lint(t: TestContext): Promise<string[]> {
  const folder = tempFolder(t);
  writeFileSync(join(folder, "openapi.json"), text);
  // Not synchronous: the service runs in this process, and must receive data of Redis in the meantime.
  const { stdout, stderr } = await outputOf(
    process.execPath,
    [REDOCLY, "lint", "openapi.json", "--extends=spec", "--format=json"],
    {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        REDOCLY_TELEMETRY: "off",
        REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      },
    },
  );
  assert.match(stdout, /^\{/, stderr);
  const { problems } = JSON.parse(stdout) as {
    problems: { severity: string; message: string; location: { pointer: string }[] }[];
  };
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ message, location }) => `${location[0]?.pointer ?? ""} ${message}`);
}

describe("/openapi.json", () => {
  it("is valid OpenAPI 3.1", async (t) => {
    assert.match(document.openapi, /^3\.1\.\d$/);
    assert.deepEqual(await lint(t), []);
  });

  it("has the version and the URL of this server", () => {
    assert.equal(document.info.version, programVersion());
    assert.deepEqual(document.servers, [{ url: "http://wishlist.test" }]);
  });

  it("describes every answer, and the body of every refusal as a problem document", () => {
    for (const { operation } of operations()) {
      for (const [status, response] of Object.entries(operation.responses as Record<string, Json>)) {
        const answer = resolved(response);
        const name = `${operation.operationId} ${status}`;
        assert.ok(answer.description.length > 3, name);
        assert.equal(answer.content === undefined, ["204", "304"].includes(status), `${name}: its body`);
        for (const [type, { schema }] of Object.entries<Json>(answer.content ?? {}))
          if (schema.$ref === "#/components/schemas/Problem")
            assert.equal(type, "application/problem+json", name);
        if (Number(status) < 400 || operation.security.length === 0) continue;
        assert.deepEqual(answer.content["application/problem+json"].schema, {
          $ref: "#/components/schemas/Problem",
        });
      }
    }
  });

  it("lists the CSV of each report beside its JSON", () => {
    const reports = operations().filter(({ operation }) =>
      operation.description.includes("text/csv, the rows"),
    );
    for (const { operation } of reports)
      assert.deepEqual(Object.keys(resolved(operation.responses["200"]).content), [
        "application/json",
        "text/csv",
      ]);
    assert.equal(reports.length, 4);
  });

  it("describes each message to webhook endpoints", () => {
    const { Event: stored, WebhookEvent: sent } = document.components.schemas;
    assert.deepEqual(Object.keys(document.webhooks), sent.properties.type.enum);
    assert.deepEqual(Object.keys(document.webhooks), [...stored.properties.type.enum, "webhook.test"]);
  });

  it("gives every member at most one type beside null: generated clients handle unions badly", () => {
    const visit = (part: unknown): void => {
      if (typeof part !== "object" || part === null) return;
      const { type } = part as { type?: unknown };
      if (Array.isArray(type) && type.every((each) => typeof each === "string"))
        assert.ok(type.filter((each) => each !== "null").length <= 1, JSON.stringify(part));
      Object.values(part).forEach(visit);
    };
    visit(document.components.schemas);
    visit(document.paths);
  });

  it("permits no limit of an integer that the service would not read as a number", () => {
    let checked = 0;
    const visit = (part: unknown): void => {
      if (typeof part !== "object" || part === null) return;
      const { type, minimum, maximum } = part as Json;
      if ([type].flat().includes("integer"))
        for (const limit of [minimum, maximum].filter((each) => each !== undefined)) {
          assert.deepEqual(parseJson(String(limit)), { ok: true, value: limit }, JSON.stringify(part));
          checked++;
        }
      Object.values(part).forEach(visit);
    };
    visit(document.components.schemas);
    visit(document.paths);
    assert.ok(checked >= 20, String(checked));
  });

  it("says which of several references a body needs, as the service requires it", async () => {
    const caller = await service.newCaller();
    let checked = 0;
    for (const { path, method, operation } of operations()) {
      const media = operation.requestBody?.content["application/json"];
      const schema = media && resolved(media.schema);
      const groups: string[] = (schema?.anyOf ?? [])
        .filter((each: Json) => Object.keys(each).join() === "required")
        .flatMap(({ required }: Json) => required);
      if (!media?.example || groups.length === 0) continue;
      const names = new Set(groups);
      const body = Object.fromEntries(Object.entries(media.example).filter(([name]) => !names.has(name)));
      const { status, body: problem } = await caller.send(method.toUpperCase(), path, body);
      assert.ok(status === 400 || status === 405, `${operation.operationId} ${status}`);
      assert.equal(problem.code, "InvalidInput", operation.operationId);
      checked++;
    }
    assert.ok(checked >= 6, String(checked));
  });

  it("has no keywords that only our validator understands", () => {
    assert.doesNotMatch(text, /"x-[a-z]/);
    assert.doesNotMatch(text, /"additionalProperties":false/);
  });
});
