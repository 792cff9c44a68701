import assert from "node:assert/strict";
import { describe, it } from "node:test";
import Koa from "koa";
import { pino } from "pino";
import { edge } from "../../../src/http/middleware/edge.ts";
import { close, listen, portOf } from "../../../src/http/server/server.ts";
import { ArchiveUnavailable } from "../../../src/store/changes/archive.ts";

describe("an unreachable archive", () => {
  it("answers 503, and logs one warning per minute with its cause", async (t) => {
    const lines: Record<string, unknown>[] = [];
    const log = pino(
      { level: "info" },
      { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    );
    const app = new Koa();
    app.use(edge({ log, onRequest: () => undefined, onSpent: () => undefined, isDraining: () => false }));
    app.use(() => {
      throw new ArchiveUnavailable("older changes cannot be read now", { cause: new Error("403 Forbidden") });
    });
    const server = await listen(app, { host: "127.0.0.1", port: 0 });
    t.after(() => close(server, 0, pino({ level: "silent" })));
    app.silent = true;
    for (let i = 0; i < 3; i++) {
      const { status, headers } = await fetch(`http://127.0.0.1:${portOf(server)}/`);
      assert.deepEqual([status, headers.get("retry-after")], [503, "10"]);
    }
    assert.deepEqual(
      lines.map(({ level, msg }) => [level, msg]),
      [[40, "older changes cannot be read"]],
    );
    assert.match(JSON.stringify(lines), /403 Forbidden/);
  });
});
