import assert from "node:assert/strict";
import { it } from "node:test";
import { pino } from "pino";
import { isPrimary } from "../../src/store/redis/server-info.ts";
import { Connections, ready } from "../../src/store/redis/connections.ts";
import { startProxy } from "../support/proxy.ts";
import { addressOf } from "../support/redis.ts";
import { RedisServer } from "../support/redis-server.ts";
import { until } from "../support/until.ts";

it("connections that only read leave the former primary, though the address changes after they were opened again", async (t) => {
  const [primary, replica] = await Promise.all([RedisServer.start(t), RedisServer.start(t)]);
  await replica.follow(primary);
  const proxy = await startProxy(t, primary.url);
  const connections = new Connections(addressOf(proxy.url), pino({ level: "silent" }));
  const open = [
    connections.open("commands"),
    connections.open("reads"),
    connections.open("blocking"),
  ] as const;
  t.after(() => open.forEach((redis) => connections.close(redis)));
  await Promise.all(open.map((redis) => ready(redis, t.signal)));
  const [commands, reads, blocking] = open;
  await primary.failOver();
  await assert.rejects(commands.set("written", "1"), /READONLY/);
  await until("the readers are led to the former primary again", async () => {
    const roles = await Promise.all(
      [reads, blocking].map((redis) => redis.info("replication").catch(() => "")),
    );
    return roles.every((info) => info.includes("role:slave"));
  });
  proxy.leadTo(replica.url);
  await until("all lead to the primary", async () => {
    const roles = await Promise.all(open.map((redis) => redis.info("replication").catch(() => "")));
    return roles.every((info) => info.includes("role:") && isPrimary(info));
  });
});
