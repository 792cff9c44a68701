import { Redis } from "ioredis";
import { defined } from "../defined.ts";
import type { Login, ServerAddress, StoreAddress } from "./address.ts";
import { ClusterConnection } from "./cluster/cluster-connection.ts";
import { ServerConnection, type StoreOptions } from "./server-connection.ts";
import type { TlsCredentials } from "./tls-files.ts";

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

const baseOptions = ({ login, database, tls }: StoreAddress): StoreOptions => ({
  ...loginOptions(login),
  db: Number(database),
  ...(tls ? { tls: { ...tls } } : {}),
});

/**
 * Opens a connection to the store at an address: to the server that it names, to the primary that its Sentinels know,
 * or to all masters of its cluster. Everything that speaks to Redis gets its connection here; `options` say how it
 * behaves.
 */
export function openStore(address: StoreAddress, options: StoreOptions): Redis {
  const { kind, endpoints } = address;
  const open = (where: StoreOptions) =>
    new ServerConnection({ ...baseOptions(address), ...options, ...where });
  if (kind === "cluster") return new ClusterConnection(endpoints, open, options);
  return open(kind === "sentinel" ? sentinelOptions(address) : { ...endpoints[0] });
}

/**
 * Opens a connection like another one for keys of one slot, such as those of a job queue: on a cluster to their master, see
 * {@link ClusterConnection.openFor}.
 */
export const connectionFor = (redis: Redis, key: string, options: StoreOptions): Redis =>
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
