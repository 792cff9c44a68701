import assert from "node:assert/strict";
import { it } from "node:test";
import { commandFields } from "../../../src/store/partition/entries.ts";
import { storeTime } from "../../../src/store/redis/clock.ts";
import { HOUR_MS } from "../../../src/units/durations.ts";
import { newCustomer, withActors } from "../../support/actors.ts";

const PLACE = { partition: 1 };

it("a dispatcher takes no time from a stream that was written while the clock of Redis was ahead", async (t) => {
  const { startHost, startDispatcher, redis, keys } = await withActors(t);
  const { dispatcher, clock } = await startDispatcher();
  const ahead = `${(await storeTime(redis, keys)) + HOUR_MS}-0`;
  const stream = keys.commands(PLACE.partition);
  await redis.xadd(stream, ahead, ...commandFields(""));
  await redis.xdel(stream, ahead);
  await startHost();
  assert.ok((await dispatcher.send(PLACE, newCustomer())).ok);
  assert.ok(clock.now() <= (await storeTime(redis, keys)));
});
