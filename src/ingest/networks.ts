import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

type Address = IPv4 | IPv6;

/** Parsed networks by their text. There are few, and each is compared with many addresses. */
const parsed = new Map<string, readonly [start: Address, bits: number]>();

function readNetwork(text: string): readonly [start: Address, bits: number] {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/**
 * Whether an address is in a network, which is `<address>/<bits>` or one address.
 *
 * @throws if the network is neither
 */
export function isIn(address: Address, network: string): boolean {
  const [start, bits] = parsed.get(network) ?? readNetwork(network);
  parsed.set(network, [start, bits]);
  return address.kind() === start.kind() && address.match(start, bits);
}
