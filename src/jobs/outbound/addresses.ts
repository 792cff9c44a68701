import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";
import { isIn } from "../../ingest/networks.ts";

type Address = IPv4 | IPv6;

/**
 * Permitted private addresses: none, all, or the addresses of these networks, such as `10.20.0.0/16`. Addresses in
 * {@link CREDENTIAL_NETWORKS} are never permitted.
 */
export type PrivateTargets = boolean | readonly string[];

/**
 * Networks of servers that give the machine's credentials to any client: link-local addresses, and others of cloud
 * providers (AWS, Google Cloud, Scaleway, Alibaba Cloud, Azure).
 */
const CREDENTIAL_NETWORKS = [
  "169.254.0.0/16",
  "fe80::/10",
  "fd00:ec2::254/128",
  "fd20:ce::254/128",
  "fd00:42::42/128",
  "100.100.100.200/32",
  "168.63.129.16/32",
];

/**
 * IPv6 networks whose addresses contain an IPv4 address, with the index of its first byte: compatible and mapped (RFC
 * 4291), translated (RFC 2765), NAT64 (RFC 6052), 6to4 (RFC 3056), and the server of Teredo (RFC 4380).
 */
const EMBEDDING: readonly [network: string, start: number][] = [
  ["::/96", 12],
  ["::ffff:0:0/96", 12],
  ["::ffff:0:0:0/96", 12],
  ["64:ff9b::/96", 12],
  ["2002::/16", 2],
  ["2001::/32", 4],
];
const TEREDO = "2001::/32";
/** NAT64 for local use (RFC 8215): each operator chooses the position of the IPv4 address. The network is private. */
const LOCAL_NAT64 = "64:ff9b:1::/48";

const ipv4 = (bytes: readonly number[]) => new ipaddr.IPv4([...bytes]);

/** Returns the IPv4 addresses that an IPv6 address contains. */
function embeddedIn(address: IPv6): IPv4[] {
  const bytes = address.toByteArray();
  const found = EMBEDDING.filter(([network]) => isIn(address, network)).map(([, start]) =>
    ipv4(bytes.slice(start, start + 4)),
  );
  // Teredo has the client's address at the end, with each bit inverted.
  if (isIn(address, TEREDO)) found.push(ipv4(bytes.slice(12).map((byte) => byte ^ 0xff)));
  return found;
}

/** Whether an address also ends with an IPv4 address, like an address of ISATAP (RFC 5214, 6.1). */
function hasIpv4AtEnd(address: IPv6, bytes: readonly number[]): boolean {
  return isIn(address, LOCAL_NAT64) || (bytes[10] === 0x5e && bytes[11] === 0xfe);
}

/** Returns all addresses that a packet to this address could reach. */
function reachableFrom(address: Address): Address[] {
  if (address instanceof ipaddr.IPv4) return [address];
  const embedded = embeddedIn(address);
  if (embedded.length > 0) return embedded;
  const bytes = address.toByteArray();
  return hasIpv4AtEnd(address, bytes) ? [address, ipv4(bytes.slice(12))] : [address];
}

export type Reach = "public" | "private" | "refused";

/**
 * Classifies a literal address: public, private and allowed, or refused. An IPv6 address that contains an IPv4 address
 * is classified like the IPv4 address.
 */
export function reachOf(text: string, allowed: PrivateTargets): Reach {
  if (!ipaddr.isValid(text)) return "refused";
  const address = ipaddr.parse(text);
  const reachable = reachableFrom(address);
  if (
    [address, ...reachable].some((candidate) =>
      CREDENTIAL_NETWORKS.some((network) => isIn(candidate, network)),
    )
  )
    return "refused";
  if (reachable.every((candidate) => candidate.range() === "unicast")) return "public";
  if (typeof allowed === "boolean") return allowed ? "private" : "refused";
  const isAllowed = (candidate: Address) =>
    candidate.range() === "unicast" || allowed.some((network) => isIn(candidate, network));
  return allowed.some((network) => isIn(address, network)) || reachable.every(isAllowed)
    ? "private"
    : "refused";
}
