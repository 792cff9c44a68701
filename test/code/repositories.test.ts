import assert from "node:assert/strict";
import { describe, it } from "node:test";
import ts from "typescript";
import { readSources, walk } from "../support/sources/sources.ts";

const sources = readSources();

/** Parts of repositories, and classes of the operator's tool, by the file that creates them. */
const ELSEWHERE = [
  // On the connection of a queue, which may be another Redis.
  "jobs/queue/jobs.ts: TenantSlots",
  // The counters behind the budgets: no request waits until they are durable.
  "ingest/budgets/budgets.ts: Allowances",
  "ingest/budgets/keys-budget.ts: Allowances",
  // A feed is open work before it exists.
  "store/feeds/file-feeds.ts: OpenWorks",
  // Deletes a tenant, for the operator's tool.
  "store/tenants/tenant-data.ts: OpenWorks",
  "store/tenants/tenant-data.ts: Redactions",
  "store/tenants/tenant-data.ts: Shops",
];

/** Classes that receive a connection and the names of keys. */
function repositories(): Set<string> {
  const names = new Set<string>();
  for (const { path, tree } of sources.filter(({ folder }) => folder === "store"))
    walk(tree, (node) => {
      if (!ts.isConstructorDeclaration(node) || !ts.isClassDeclaration(node.parent)) return;
      const types = node.parameters.map(({ type }) => type?.getText(tree) ?? "").join();
      if (/\bRedis\b/.test(types) && /Keys\b/.test(types)) names.add(node.parent.name?.text ?? path);
    });
  return names;
}

describe("repositories", () => {
  it("are created in one place, once for each connection", () => {
    const names = repositories();
    assert.ok(names.size > 30, `${names.size} repositories`);
    const made: string[] = [];
    for (const { path, tree } of sources)
      walk(tree, (node) => {
        if (!ts.isNewExpression(node)) return;
        const name = node.expression.getText(tree);
        if (names.has(name)) made.push(`${path}: ${name}`);
      });
    const inOnePlace = made.filter((each) => each.startsWith("app/context/stores.ts: "));
    assert.equal(new Set(inOnePlace).size, inOnePlace.length);
    assert.deepEqual(made.filter((each) => !inOnePlace.includes(each)).sort(), [...ELSEWHERE].sort());
  });
});
