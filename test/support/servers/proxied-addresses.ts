/** The host on which the nodes of a cluster and their proxies listen. */
export const NODE_HOST = "127.0.0.1";

const HOST_LINE = `${NODE_HOST}\r\n`;
/** Matches the address of a node in a reply: in the map of slots, or in a redirect. */
const ADDRESS = new RegExp(
  `((?:^|\\n)(?:${HOST_LINE}:|-(?:MOVED|ASK) \\d+ ${NODE_HOST}:))(\\d+)(?=\\r\\n)`,
  "g",
);

/**
 * Returns the length of the text that can be searched for addresses: without an incomplete line, and without an
 * incomplete address.
 */
function lengthOfWhole(text: string): number {
  const end = text.lastIndexOf("\n") + 1;
  const lastLine = text.lastIndexOf("\n", end - 2) + 1;
  return text.slice(lastLine, end) === HOST_LINE ? lastLine : end;
}

/**
 * Returns a function that replaces the ports in the replies of a node, so that clients use the proxies of the other
 * nodes. Replies arrive in parts: a possible start of an address is kept until the rest arrives.
 */
export function portReplacer(ports: ReadonlyMap<number, number>): (part: Buffer) => Buffer {
  let kept = "";
  return (part) => {
    const text = kept + part.toString("latin1");
    const length = lengthOfWhole(text);
    kept = text.slice(length);
    const replaced = text
      .slice(0, length)
      .replace(ADDRESS, (_, before: string, port: string) => `${before}${ports.get(Number(port)) ?? port}`);
    return Buffer.from(replaced, "latin1");
  };
}
