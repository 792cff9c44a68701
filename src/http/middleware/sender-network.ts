import ipaddr from "ipaddr.js";

/** Groups of 16 bits of an IPv6 address that name a network; the sender chooses the others. */
const NETWORK_GROUPS = 4;

/**
 * Returns the key of an address for limits of senders: an IPv4 address as it is, and the network of 64 bits of an IPv6
 * address, because its sender usually has all addresses of this network. An IPv6 address that stands for an IPv4 address
 * (IPv4-mapped, or with the prefix of translators, `64:ff9b::/96`) counts as that one. Other text is returned as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  if (parsed.range() === "rfc6052") return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}
