import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { brunoFiles } from "../../scripts/collections/bruno.ts";
import { postmanCollection } from "../../scripts/collections/postman.ts";
import { type CollectionRequest, type Document, requestsOf } from "../../scripts/collections/requests.ts";
import { loadExamples } from "../../src/http/openapi/examples.ts";
import { send } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";

const LARGEST = 300_000;
/** Variables that a user of the collection sets. */
const SETTINGS = ["baseUrl", "tenant", "clientId", "clientSecret", "token"];
/** Requests with a signature or a sealed part of another party; the collection itself requests the token. */
const WITHOUT_REQUEST = [
  "issueToken",
  "takeShopifyWebhook",
  "askToUnsubscribe",
  "unsubscribe",
  "getDocument",
];

let document: Document;
let requests: CollectionRequest[];
before(async () => {
  const { baseUrl } = await sharedService();
  document = (await send(baseUrl, "GET", "/openapi.json")).body;
  requests = requestsOf(document, loadExamples());
});

const variablesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? "");

describe("the request collections", () => {
  it("have every operation of the document", () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const summaries = operations
      .filter(({ operationId }) => !WITHOUT_REQUEST.includes(operationId))
      .map(({ summary }) => summary);
    const named = requests.filter(({ isSetup }) => !isSetup).map(({ name }) => name);
    assert.deepEqual(named.sort(), summaries.sort());
  });

  it("have no recorded id of the service, because another store has other ids", () => {
    const found = requests.flatMap(({ name, path, query, body = "" }) => {
      const text = [path, ...query.flat(), body].join(" ").replaceAll(/\{\{\w+\}\}/g, "");
      return [...text.matchAll(/(?<![\w.-])[a-z]+-?(?=[a-z]*\d)[a-z0-9]{8,}[\w.]*/g)].map(
        ([id]) => `${name}: ${id}`,
      );
    });
    assert.deepEqual(found, []);
  });

  it("use only variables that the user sets, or that an earlier request captures", () => {
    const known = new Set(SETTINGS);
    for (const { name, path, query, body = "", captures } of requests) {
      for (const variable of variablesIn([path, ...query.flat(), body].join(" ")))
        assert.ok(known.has(variable), `${name}: ${variable}`);
      for (const { variable } of captures) known.add(variable);
    }
    assert.ok(known.size > SETTINGS.length);
  });

  it("are small enough to import quickly", () => {
    const bruno = [...brunoFiles(document, requests).values()].join("");
    const postman = postmanCollection(document, requests);
    assert.equal(JSON.parse(postman).item.length, requests.length);
    for (const text of [bruno, postman]) assert.ok(text.length < LARGEST, `${text.length} characters`);
  });
});
