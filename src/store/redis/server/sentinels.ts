import { labelOf, type ServerAddress, type StoreAddress } from "../address.ts";
import { readTexts } from "../replies.ts";
import { askAny, askServer, Unusable } from "./probe.ts";

async function askSentinel(
  { primaryName, sentinelLogin, tls }: StoreAddress,
  endpoint: ServerAddress,
): Promise<ServerAddress> {
  const target = { endpoint, login: sentinelLogin, tls, database: "0" };
  const reply = await askServer(target, async (redis) => {
    try {
      return await redis.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", primaryName);
    } catch (err) {
      if (!String(err).includes("unknown command")) throw err;
      throw new Unusable(`${labelOf(endpoint)} is no Sentinel: a Redis is named by redis:// or rediss://`);
    }
  });
  if (!Array.isArray(reply))
    throw new Unusable(`the Sentinel ${labelOf(endpoint)} knows no primary ${primaryName}`);
  const [host, port] = readTexts(reply);
  return { host: host ?? "", port: Number(port) };
}

/**
 * Address of the primary, from the first Sentinel that knows it. Throws {@link Unusable} if each of them is unusable,
 * else {@link NotYet}.
 */
export async function findPrimary(address: StoreAddress): Promise<ServerAddress[]> {
  return [await askAny(address.endpoints, (endpoint) => askSentinel(address, endpoint))];
}
