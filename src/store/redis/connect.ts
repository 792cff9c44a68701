import { Redis, type RedisOptions } from "ioredis";
import { defined } from "../defined.ts";
import { type ServerAddress, type Login, type StoreAddress } from "./address.ts";
import type { TlsCredentials } from "./tls-files.ts";

/** How a connection behaves; where it leads is what an address says. */
export type StoreOptions = Omit<RedisOptions, "replyMapping">;

/** How long a Sentinel may take to answer, in milliseconds. */
const SENTINEL_TIMEOUT_MS = 3000;

/** Options without a value are left out: the library treats `undefined` as a choice. */
const loginOptions = ({ username, password }: Login): StoreOptions => ({
  ...defined({ username, password }),
});

const sentinelOptions = ({ endpoints, primaryName, sentinelLogin, tls }: StoreAddress): StoreOptions => ({
  sentinels: endpoints.map((endpoint) => ({ ...endpoint })),
  name: primaryName,
  role: "master",
  sentinelUsername: sentinelLogin.username ?? "",
  sentinelPassword: sentinelLogin.password ?? "",
  sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
  // After a planned failover the former primary stays for seconds: the connection is closed when a Sentinel reports the
  // change.
  failoverDetector: true,
  ...(tls ? { sentinelTLS: { ...tls }, enableTLSForSentinelMode: true } : {}),
});

/**
 * Opens a connection to the store at an address: to the server that it names, or to the primary that its Sentinels
 * know. Everything that speaks to Redis gets its connection here; `options` say how it behaves.
 */
export function openStore(address: StoreAddress, options: StoreOptions): Redis {
  const [endpoint] = address.endpoints;
  const where = address.kind === "sentinel" ? sentinelOptions(address) : { ...endpoint };
  return new Redis({
    ...where,
    ...loginOptions(address.login),
    db: Number(address.database),
    ...(address.tls ? { tls: { ...address.tls } } : {}),
    ...options,
  });
}

/** Opens a connection to one server that reports errors instead of retrying; it does not log in automatically. */
export function openProbe(
  { host, port }: ServerAddress,
  tls: TlsCredentials | undefined,
  timeoutMs: number,
): Redis {
  return new Redis({
    host,
    port,
    ...(tls ? { tls: { ...tls } } : {}),
    protocol: 2,
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    disableClientInfo: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
  });
}
