import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onStopSignal } from "../../src/app/process/stop-signals.ts";

describe("a signal to stop", () => {
  it("counts once if the same key press sends it twice, and ends the process if it comes again later", (t) => {
    const registered = t.mock.method(process, "on", () => process);
    let now = 5000;
    t.mock.method(performance, "now", () => now);
    const events: string[] = [];
    onStopSignal(
      (signal) => events.push(`stop ${signal}`),
      () => events.push("exit"),
    );
    const handlers = new Map(registered.mock.calls.map(({ arguments: [name, handle] }) => [name, handle]));
    const send = (signal: string) => {
      handlers.get(signal)?.(signal);
    };
    send("SIGINT");
    send("SIGINT");
    now += 500;
    send("SIGTERM");
    assert.deepEqual(events, ["stop SIGINT"]);
    now += 600;
    send("SIGTERM");
    assert.deepEqual(events, ["stop SIGINT", "exit"]);
  });
});
