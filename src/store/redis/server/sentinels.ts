import { labelOf, type ServerAddress, type RedisAddress } from "../connection/address.ts";
import { readTexts } from "../replies.ts";
import { askAny, askServer, Unusable } from "./probe.ts";

async function askSentinel(
  { primaryName, sentinelLogin, tls }: RedisAddress,
  endpoint: ServerAddress,
): Promise<ServerAddress> {
  const target = { endpoint, login: sentinelLogin, tls, database: "0" };
  const reply = await askServer(target, async (redis) => {
    try {
      return await redis.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", primaryName);
    } catch (err) {
      if (!String(err).includes("unknown command")) throw err;
      throw new Unusable(
        `${labelOf(endpoint)} is not a Sentinel: the URL of a Redis starts with redis:// or rediss://`,
      );
    }
  });
  if (!Array.isArray(reply))
    throw new Unusable(`the Sentinel ${labelOf(endpoint)} has no primary named ${primaryName}`);
  const [host, port] = readTexts(reply);
  return { host: host ?? "", port: Number(port) };
}

/**
 * Finds the address of the primary, from the first Sentinel that knows it.
 *
 * @throws {Unusable} if all of them are unusable
 * @throws {NotYet} otherwise
 */
export async function findPrimary(address: RedisAddress): Promise<ServerAddress[]> {
  return [await askAny(address.endpoints, (endpoint) => askSentinel(address, endpoint))];
}
