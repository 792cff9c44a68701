import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { TenantRoom } from "../../../src/http/overload/tenant-room.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("TenantRoom", () => {
  it("runs the work of each tenant in order, up to its room, and a larger piece alone", async () => {
    const piece = fc.record({ tenant: fc.constantFrom("a", "b"), amount: fc.integer({ min: 1, max: 15 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        async (pieces, ends) => {
          const room = new TenantRoom(10);
          const begun: number[] = [];
          const running = new Map<number, () => void>();
          const all = pieces.map(({ tenant, amount }, i) =>
            room.run(tenant, amount, () => {
              begun.push(i);
              return new Promise<void>((resolve) => running.set(i, resolve));
            }),
          );
          const check = () => {
            for (const name of ["a", "b"]) {
              const own = pieces.flatMap(({ tenant }, i) => (tenant === name ? [i] : []));
              const runs = own.filter((i) => running.has(i));
              const amount = runs.reduce((sum, i) => sum + (pieces[i]?.amount ?? 0), 0);
              assert.ok(runs.length <= 1 || amount <= 10, `${amount} at once`);
              const order = begun.filter((i) => pieces[i]?.tenant === name);
              assert.deepEqual(order, own.slice(0, order.length));
              const next = pieces[own[order.length] ?? -1];
              // What waits has no room.
              if (next) assert.ok(runs.length > 0 && amount + next.amount > 10);
            }
          };
          const endOne = async (n: number) => {
            const i = [...running.keys()][n % Math.max(running.size, 1)];
            if (i === undefined) return;
            running.get(i)?.();
            running.delete(i);
            await turn();
            check();
          };
          await turn();
          check();
          for (const end of ends) await endOne(end);
          while (running.size > 0) await endOne(0);
          await Promise.all(all);
          assert.equal(begun.length, pieces.length);
        },
      ),
    );
  });

  it("goes on after work that has failed", async () => {
    const room = new TenantRoom(1);
    const failed = room.run("a", 1, () => Promise.reject(new Error("failed")));
    const next = room.run("a", 1, () => Promise.resolve("done"));
    await assert.rejects(failed, /failed/);
    assert.equal(await next, "done");
  });

  it("refuses what waits and what comes later, and lets what runs end", async () => {
    const room = new TenantRoom(1);
    let end: (() => void) | undefined;
    const first = room.run("a", 1, () => new Promise<string>((resolve) => (end = () => resolve("done"))));
    const second = room.run("a", 1, () => Promise.resolve("never"));
    room.refuseAll(() => new Error("stopping"));
    await assert.rejects(second, /stopping/);
    await assert.rejects(
      room.run("b", 1, () => Promise.resolve("never")),
      /stopping/,
    );
    end?.();
    assert.equal(await first, "done");
  });
});
