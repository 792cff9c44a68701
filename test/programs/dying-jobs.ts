// A process of background jobs that dies in the middle of one: of a wave of alerts when some of its customers are
// alerted, or of a reset of flags when it has reset wishes and not stored its position.
import type { Command, ReplyTo } from "../../src/actors/command.ts";
import { type Address, Dispatcher, type Timed } from "../../src/actors/runtime/dispatcher.ts";
import { FlagResets } from "../../src/store/work/flag-resets.ts";

/** Commands of the wave that are applied; the others are never sent. */
const RAISED = 2;
/** Stored positions of the reset before it dies. */
export const NOTED = 3;

const die = () => process.kill(process.pid, "SIGKILL");

function dieInWave(): void {
  const { prototype } = Dispatcher;
  const send = Reflect.get(prototype, "sendTimed");
  let [sent, raised] = [0, 0];
  prototype.sendTimed = async function sendOrDie<C extends Command>(address: Address, command: C) {
    const isOfWave = command.type === "RaiseAlerts";
    if (isOfWave && ++sent > RAISED) return new Promise(() => undefined);
    const timed = (await send.call(this, address, command)) as Timed<ReplyTo<C>>;
    if (isOfWave && ++raised === RAISED) die();
    return timed;
  };
}

function dieInReset(): void {
  const { prototype } = FlagResets;
  const put = Reflect.get(prototype, "put");
  let noted = 0;
  prototype.put = function noteOrDie(...args) {
    if (noted++ === NOTED) die();
    return put.apply(this, args);
  };
}

if (process.argv.includes("--role")) {
  dieInWave();
  dieInReset();
  void import("../../src/main.ts");
}
