import ipaddr, { type IPv4, type IPv6 } from "ipaddr.js";

type Address = IPv4 | IPv6;

/** Networks by their text: there are few, and many addresses are compared with each. */
const parsed = new Map<string, readonly [start: Address, bits: number]>();

function readNetwork(text: string): readonly [start: Address, bits: number] {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/**
 * Whether an address is in a network, `<address>/<bits>`, or is the one address that it names.
 * @throws where the network is neither
 */
export function isIn(address: Address, network: string): boolean {
  const [start, bits] = parsed.get(network) ?? readNetwork(network);
  parsed.set(network, [start, bits]);
  return address.kind() === start.kind() && address.match(start, bits);
}
