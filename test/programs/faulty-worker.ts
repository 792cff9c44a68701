// A worker whose handlers go wrong on items with certain references and on wishlists with certain names.
import { HANDLERS, type Handlers } from "../../src/actors/handlers.ts";
import { startApp } from "../../src/app/app.ts";
import { loadConfig } from "../../src/config.ts";
import { createLogger } from "../../src/logger.ts";
import { DEATH, FAULTS } from "./worker-faults.ts";

/** Faults that have already stopped this worker: a handler may run several times for one command. */
const frozen = new Set<string>();

function die(): void {
  if (process.env[DEATH] === "signal") process.kill(process.pid, "SIGKILL");
  // Until the process has no memory left, and ends.
  else for (const memory: number[][] = []; ;) memory.push(new Array<number>(1_000_000).fill(memory.length));
}

function goWrong(text: string): void {
  if (text.startsWith(FAULTS.die)) die();
  if (text.startsWith(FAULTS.freeze) && !frozen.has(text)) {
    frozen.add(text);
    process.kill(process.pid, "SIGSTOP");
  }
  if (text.startsWith(FAULTS.throw)) throw new Error(`the handler does not like ${text}`);
}

const handlers: Handlers = {
  ...HANDLERS,
  AddItem(command, draft, context) {
    const decision = HANDLERS.AddItem(command, draft, context);
    goWrong(command.item.wishlistItemRef ?? "");
    return decision;
  },
  CreateWishlist(command, draft, context) {
    const decision = HANDLERS.CreateWishlist(command, draft, context);
    goWrong(command.fields.name);
    return decision;
  },
};

const config = loadConfig(process.env, "worker");
const log = createLogger(config.LOG_LEVEL);
void startApp({ config, redisUrl: config.REDIS_URL ?? "", log, handlers });
