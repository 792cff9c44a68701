import { SLOTS } from "../../keys/hash-slot.ts";
import { labelOf, type ServerAddress, type RedisAddress } from "../connection/address.ts";
import { mastersIn, readSlotMap, servedSlots, type SlotMap } from "../connection/cluster/slot-map.ts";
import { askAny, askServer, NotReady, Unusable } from "./probe.ts";

async function askNode({ login, tls }: RedisAddress, endpoint: ServerAddress): Promise<SlotMap> {
  return askServer({ endpoint, login, tls, database: "0" }, async (redis) => {
    try {
      return await readSlotMap(redis, endpoint);
    } catch (err) {
      if (!String(err).includes("cluster support disabled")) throw err;
      throw new Unusable(`${labelOf(endpoint)} is not a node of a cluster: the URL must start with redis://`);
    }
  });
}

/**
 * Finds the addresses of all masters of a cluster, from the first of its nodes that answers.
 *
 * @throws {Unusable} if all of the nodes are unusable
 * @throws {NotReady} otherwise, and while slots have no master
 */
export async function findMasters(address: RedisAddress): Promise<ServerAddress[]> {
  if (address.database !== "0") throw new Unusable(`a cluster has no database ${address.database}`);
  const map = await askAny(address.endpoints, (endpoint) => askNode(address, endpoint));
  const served = servedSlots(map);
  if (served < SLOTS) throw new NotReady(`only ${served} of the ${SLOTS} slots of the cluster have a master`);
  return mastersIn(map).flatMap((label) => map.servers.get(label) ?? []);
}
