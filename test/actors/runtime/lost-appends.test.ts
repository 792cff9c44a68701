import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { appendCommands } from "../../../src/store/partition/streams.ts";
import { scriptSource } from "../../../src/store/redis/script.ts";
import { newCustomer, refusal, withActors } from "../../support/actors.ts";
import { intercepted, opened } from "../../support/connections/intercepted.ts";
import { until } from "../../support/until.ts";

const PLACE = { partition: 1 };
/** The outcome of a call whose reply is lost. */
const LOST = { status: "rejected" as const, reason: new Error("Command timed out") };
const digestOf = (script: string) => createHash("sha1").update(scriptSource(script)).digest("hex");

describe("a command whose append was not answered", () => {
  it("is not reported as cancelled if it was applied and its reply is withheld", async (t) => {
    const { startHost, startDispatcher, customer } = await withActors(t);
    const command = newCustomer();
    const { dispatcher } = await startDispatcher({
      isDurable: true,
      append: async (...args) => {
        const appended = await appendCommands(...args);
        await until("the commit", async () => (await customer(command.slot)) !== null);
        return appended.map(() => LOST);
      },
    });
    // Until its worker knows that it is durable, nothing but the held reply shows that it was applied.
    await startHost({ holdsReplies: true });
    assert.ok((await dispatcher.send(PLACE, command)).ok);
  });

  it("is not reported as cancelled if a worker of its process applied it before the cancellation arrived", async (t) => {
    const { startHost, startDispatcher, customer } = await withActors(t);
    const command = newCustomer();
    let appendLate: () => Promise<unknown> = () => Promise.resolve();
    // The commands arrive over a connection that is lost, and after them the cancellation over another one.
    const { dispatcher, replies } = await startDispatcher({
      append(...args) {
        appendLate = () => appendCommands(...args);
        return Promise.resolve([LOST]);
      },
      through: (redis) =>
        intercepted(redis, async (args, send) => {
          if (args.includes(digestOf("partition/cancel-command"))) {
            await appendLate();
            appendLate = () => Promise.resolve();
            await until("the commit", async () => (await customer(command.slot)) !== null);
          }
          return send();
        }),
    });
    // The reply to the commit is not received either.
    const gate = new AbortController();
    let commits = 0;
    await startHost({
      replies,
      through: (redis) =>
        intercepted(redis, (args, send) => {
          if (!args.includes(digestOf("partition/commit-batches"))) return send();
          if (commits++ > 0) return opened(gate.signal).then(send);
          return Promise.resolve(send()).then(() => Promise.reject(LOST.reason));
        }),
    });
    const { isUnknown } = await refusal(dispatcher.send(PLACE, command));
    gate.abort();
    assert.equal(isUnknown, true);
  });
});
