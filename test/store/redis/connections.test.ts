import assert from "node:assert/strict";
import { it } from "node:test";
import { pino } from "pino";
import { redisAddress } from "../../../src/store/redis/connection/address.ts";
import { openStore } from "../../../src/store/redis/connection/connect.ts";
import { Connections } from "../../../src/store/redis/connection/connections.ts";
import { ready } from "../../../src/store/redis/connection/ready.ts";
import type { TlsSetting } from "../../../src/store/redis/connection/tls-files.ts";
import { scanKeys } from "../../../src/store/redis/scan.ts";
import { isPrimary } from "../../../src/store/redis/server-info.ts";
import { historyOf } from "../../../src/store/redis/server/history.ts";
import { checkLogin } from "../../../src/store/redis/server/inspect.ts";
import { freePort } from "../../support/programs.ts";
import { addressOf } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { newAuthority } from "../../support/servers/certificates.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { startSentinel } from "../../support/servers/sentinels.ts";
import { until } from "../../support/until.ts";

it("read-only connections leave the former primary, although the address changes after they were opened again", async (t) => {
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
  await until("the readers connect to the former primary again", async () => {
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

it("openStore logs in over TLS with a client certificate and an ACL user, also by a Sentinel over TLS, in the database of the URL", async (test) => {
  const t = newestFirst(test);
  const authority = newAuthority(t);
  const served = authority.certify("server", "IP:127.0.0.1");
  const client = authority.certify("client", "DNS:client");
  const [tlsPort, sentinelPort] = await Promise.all([freePort(), freePort()]);
  const tls = { "tls-cert-file": served.cert, "tls-key-file": served.key, "tls-ca-cert-file": authority.ca };
  const server = await RedisServer.start(t, { ...tls, "tls-port": tlsPort });
  await server.redis.call("ACL", "SETUSER", "app", "on", ">p@ss", "~*", "+@all");
  const watched = { ...tls, "tls-port": sentinelPort, "tls-replication": "yes" };
  await startSentinel(t, `127.0.0.1:${tlsPort}`, watched);
  const files: Partial<Record<TlsSetting, string>> = {
    REDIS_CA: authority.ca,
    REDIS_CERT: client.cert,
    REDIS_KEY: client.key,
  };
  const urls = [
    `rediss://app:p%40ss@127.0.0.1:${tlsPort}/3`,
    `rediss+sentinel://app:p%40ss@127.0.0.1:${sentinelPort}/main/3`,
  ];
  for (const [i, url] of urls.entries()) {
    const address = redisAddress("REDIS_URL", url, (name) => files[name]);
    await checkLogin(address);
    const redis = openStore(address, { maxRetriesPerRequest: 0 });
    t.after(() => redis.disconnect());
    assert.equal(await redis.call("ACL", "WHOAMI"), "app");
    await redis.set("written by", i);
    assert.match(await redis.client("INFO"), / db=3 /);
  }
});

it("a connection to a cluster that is not open rejects commands to all masters, and does not report an empty Redis", async () => {
  const address = redisAddress("REDIS_URL", "redis+cluster://127.0.0.1:1");
  const redis = openStore(address, { lazyConnect: true });
  await assert.rejects(scanKeys(redis, "*", 1).next(), /masters are not known/);
  await assert.rejects(historyOf(redis), /masters are not known/);
  redis.disconnect();
  await assert.rejects(scanKeys(redis, "*", 1).next(), /Connection is closed/);
  await assert.rejects(historyOf(redis), /Connection is closed/);
});
