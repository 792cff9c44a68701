/** Where the nodes of a cluster listen, and so their proxies. */
export const NODE_HOST = "127.0.0.1";

const HOST_LINE = `${NODE_HOST}\r\n`;
/** An address of a node in a reply: in the map of slots, or in a redirect. */
const ADDRESS = new RegExp(
  `((?:^|\\n)(?:${HOST_LINE}:|-(?:MOVED|ASK) \\d+ ${NODE_HOST}:))(\\d+)(?=\\r\\n)`,
  "g",
);

/** How much of a text can be searched for addresses: without a line that has no end, and the host of an open address. */
function lengthOfWhole(text: string): number {
  const end = text.lastIndexOf("\n") + 1;
  const lastLine = text.lastIndexOf("\n", end - 2) + 1;
  return text.slice(lastLine, end) === HOST_LINE ? lastLine : end;
}

/**
 * Replaces the ports in what a node of a cluster replies, so that its clients find the other nodes by their proxies. The
 * replies come in parts; what may be the beginning of an address is kept until the rest of it comes.
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
