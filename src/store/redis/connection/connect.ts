import { Redis } from "ioredis";
import { defined } from "../../../collections/defined.ts";
import type { Login, ServerAddress, RedisAddress } from "./address.ts";
import { ClusterConnection } from "./cluster/cluster-connection.ts";
import { ServerConnection, type ServerOptions } from "./server-connection.ts";
import type { TlsCredentials } from "./tls-files.ts";

/** How long a Sentinel may take to answer, in milliseconds. */
const SENTINEL_TIMEOUT_MS = 3000;

/**
 * Returns the options of a login. Options without a value are left out, because the library treats `undefined` as a
 * value.
 */
const loginOptions = ({ username, password }: Login): ServerOptions => ({
  ...defined({ username, password }),
});

const sentinelOptions = ({ endpoints, primaryName, sentinelLogin, tls }: RedisAddress): ServerOptions => ({
  sentinels: endpoints.map((endpoint) => ({ ...endpoint })),
  name: primaryName,
  role: "master",
  sentinelUsername: sentinelLogin.username ?? "",
  sentinelPassword: sentinelLogin.password ?? "",
  sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
  // After a planned failover, the former primary continues for seconds: the connection is closed when a Sentinel
  // reports the change.
  failoverDetector: true,
  ...(tls ? { sentinelTLS: { ...tls }, enableTLSForSentinelMode: true } : {}),
});

const baseOptions = ({ login, database, tls }: RedisAddress): ServerOptions => ({
  ...loginOptions(login),
  db: Number(database),
  ...(tls ? { tls: { ...tls } } : {}),
});

/**
 * Opens a connection to the store at an address: to the server that it names, to the primary that its Sentinels know,
 * or to all masters of its cluster. All code that uses Redis gets its connection here. `options` define how the
 * connection behaves.
 */
export function openStore(address: RedisAddress, options: ServerOptions): Redis {
  const { kind, endpoints } = address;
  const open = (destination: ServerOptions) =>
    new ServerConnection({ ...baseOptions(address), ...options, ...destination });
  if (kind === "cluster") return new ClusterConnection(endpoints, open, options);
  return open(kind === "sentinel" ? sentinelOptions(address) : { ...endpoints[0] });
}

/**
 * Opens a connection to the same store as `redis`, for keys of one slot, such as those of a job queue. On a cluster, it
 * leads to their master: see {@link ClusterConnection.openFor}.
 */
export const connectionFor = (redis: Redis, key: string, options: ServerOptions): Redis =>
  redis instanceof ClusterConnection ? redis.openFor(key, options) : redis.duplicate(options);

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
