import { isIPv6 } from "node:net";
import { StartRefused } from "../../../errors/start-refused.ts";
import { readTlsFiles, type ReadTlsSetting, type TlsCredentials } from "./tls-files.ts";

/** A setting that holds the URL of a store. */
export type RedisSetting = "REDIS_URL" | "JOBS_REDIS_URL";

/** The address of a server. */
export interface ServerAddress {
  host: string;
  port: number;
}

/** User name and password; undefined if the server needs none. */
export interface Login {
  username: string | undefined;
  password: string | undefined;
}

/** The parts of a store's URL. */
interface RedisUrl {
  isTls: boolean;
  kind: "single" | "sentinel" | "cluster";
  /** The Redis itself, the Sentinels that know where it is, or some nodes of the cluster. */
  endpoints: readonly ServerAddress[];
  login: Login;
  /** Name of the primary in the Sentinels. */
  primaryName: string;
  sentinelLogin: Login;
  /** Index of the database, as it is written in the URL. */
  database: string;
}

/** The address of a store and the login to it, from a setting. */
export interface RedisAddress extends RedisUrl {
  /** Name of the setting, for messages. */
  setting: RedisSetting;
  /** Undefined for plain connections. */
  tls: TlsCredentials | undefined;
}

/** The forms of a store's URL, for messages. */
export const REDIS_URL_FORMS =
  "redis://user:password@host:6379/0, redis+sentinel://user:password@host:26379,host:26379/name/0 or redis+cluster://user:password@host:6379,host:6379, each with rediss for TLS";

const URL_PARTS = /^redis(s?)(?:\+(sentinel|cluster))?:\/\/(?:(.*)@)?([^@/?#]+)(\/[^?#]*)?(?:\?([^#]*))?$/;
const PORTS = { single: 6379, sentinel: 26_379, cluster: 6379 };

function endpointOf(text: string, defaultPort: number): ServerAddress | undefined {
  const [, ipv6, name, port = defaultPort.toString()] =
    /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = ipv6 ?? name;
  if (host === undefined || (ipv6 !== undefined && !isIPv6(ipv6)) || Number(port) > 65_535) return undefined;
  return { host, port: Number(port) };
}

/** Reads `user:password`. Returns undefined for a user without a password. */
function loginOf(text: string): Login | undefined {
  const colon = text.indexOf(":");
  if (text === "") return { username: undefined, password: undefined };
  const [username, password] = [text.slice(0, colon), text.slice(colon + 1)].map(decodeURIComponent);
  if (colon === -1 || !password) return undefined;
  return { username: username === "" ? undefined : username, password };
}

/** Reads the login of Sentinels from the parameters of a URL. Returns undefined if there are other parameters. */
function sentinelLoginOf(query: string): Login | undefined {
  const { sentinelUsername, sentinelPassword, ...others } = Object.fromEntries(new URLSearchParams(query));
  if (Object.keys(others).length > 0 || (sentinelUsername && !sentinelPassword)) return undefined;
  return { username: sentinelUsername, password: sentinelPassword };
}

/** Reads addresses that are separated by commas. Returns undefined if one of them is invalid. */
function endpointsOf(hosts: string, defaultPort: number): ServerAddress[] | undefined {
  const endpoints = hosts.split(",").map((text) => endpointOf(text, defaultPort));
  return endpoints.every((endpoint) => endpoint !== undefined) ? endpoints : undefined;
}

/** Reads the path of a URL: `/<database>`, or `/<name of the primary>/<database>` with Sentinels. */
function pathOf(
  path: string,
  kind: RedisUrl["kind"],
): Pick<RedisUrl, "primaryName" | "database"> | undefined {
  const [, ...segments] = path.split("/");
  const named = kind === "sentinel" ? segments : ["", ...segments];
  const [primaryName = "", database = "", ...others] = named;
  if (others.length > 0 || (kind === "sentinel" && primaryName === "")) return undefined;
  return { primaryName: decodeURIComponent(primaryName), database: database === "" ? "0" : database };
}

/** Reads the URL of a store. Returns undefined if it has none of the {@link REDIS_URL_FORMS}. */
export function parseRedisUrl(url: string): RedisUrl | undefined {
  const [, tls, suffix, user = "", hosts = "", path = "", query = ""] = URL_PARTS.exec(url) ?? [];
  const kind = suffix === "sentinel" || suffix === "cluster" ? suffix : "single";
  if (hosts === "" || (query !== "" && kind !== "sentinel")) return undefined;
  try {
    const endpoints = endpointsOf(hosts, PORTS[kind]);
    const named = pathOf(path, kind);
    const login = loginOf(user);
    const sentinelLogin = sentinelLoginOf(query);
    if (!endpoints || !named || !login || !sentinelLogin) return undefined;
    if (kind === "single" && endpoints.length > 1) return undefined;
    return { isTls: tls === "s", kind, endpoints, login, sentinelLogin, ...named };
  } catch (err) {
    // A percent sign that encodes no character.
    if (err instanceof URIError) return undefined;
    throw err;
  }
}

/**
 * Reads the address of a store from a setting, and its TLS files, whose paths `readSetting` returns.
 *
 * @throws {StartRefused} for a URL in none of the {@link REDIS_URL_FORMS}, and for unusable TLS files
 */
export function redisAddress(
  setting: RedisSetting,
  url: string,
  readSetting: ReadTlsSetting = () => undefined,
): RedisAddress {
  const parsed = parseRedisUrl(url);
  if (!parsed) throw new StartRefused(`${setting} must be ${REDIS_URL_FORMS}`);
  return { ...parsed, setting, tls: readTlsFiles(setting, parsed.isTls, readSetting) };
}

/** Returns a server as `host:port`. */
export const labelOf = ({ host, port }: ServerAddress): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;
