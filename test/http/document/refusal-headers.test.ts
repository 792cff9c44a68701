import assert from "node:assert/strict";
import { it } from "node:test";
import { MISSING } from "../../support/document/contract-requests.ts";
import { addDocument } from "../../support/document/document-validators.ts";
import { undocumentedIn } from "../../support/document/undocumented.ts";
import { type Answer, type Json, unique } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

it("the document names the headers of refusals: the scope that a token lacks, and that an answer is repeated", async () => {
  const service = await sharedService();
  const shop = await service.newCaller();
  const stranger = await service.callerFor(shop.credentials, "audit:read");
  const { body: document } = await shop.get("/openapi.json");
  addDocument(document);
  const operations = Object.values(document.paths as Record<string, Record<string, Json>>).flatMap(
    (methods) => Object.values(methods),
  );
  const unnamed: string[] = [];
  const check = (operation: Json, header: string, answer: Answer<Json>) => {
    const name = `${operation.operationId} ${answer.status}`;
    assert.ok(answer.headers[header], name);
    const fault = undocumentedIn(document, operation, answer);
    if (fault !== undefined) unnamed.push(`${name}: ${fault}`);
  };
  for (const operation of operations) {
    const request = MISSING[operation.operationId];
    if (!request) continue;
    const [method, path, body] = request;
    check(operation, "www-authenticate", await stranger.send(method, path, body));
    if (!operation.parameters.some((each: Json) => each.name === "Idempotency-Key")) continue;
    const key = { headers: { "Idempotency-Key": unique("key") } };
    await shop.send(method, path, body, key);
    check(operation, "idempotency-replayed", await shop.send(method, path, body, key));
  }
  assert.deepEqual(unnamed, []);
});
