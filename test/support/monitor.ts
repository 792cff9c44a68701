import { connect } from "node:net";
import type { Cleanup } from "./redis.ts";

const WORD = /"((?:[^"\\]|\\.)*)"/g;
const SIGNS: Record<string, string> = { n: "\n", r: "\r", t: "\t", a: "\x07", b: "\b" };

/** A word as Redis had it before it was quoted. Bytes beyond ASCII stay one character each. */
const unquoted = (text: string) =>
  text.replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex: string | undefined, sign = "") =>
    hex === undefined ? (SIGNS[sign as string] ?? String(sign)) : String.fromCharCode(parseInt(hex, 16)),
  );

/**
 * All commands that a Redis server gets from now on, as they come. Not the library's own way: a server that is busy
 * sends the first of them together with the answer to MONITOR, which the library can not take.
 */
export async function monitor(t: Cleanup, url: string): Promise<string[][]> {
  const { hostname, port, username, password } = new URL(url);
  const socket = connect(Number(port), hostname);
  t.after(() => void socket.destroy());
  const calls: string[][] = [];
  let rest = "";
  let answers = 0;
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("-")) reject(new Error(line));
        else if (line === "+OK" || line === "+PONG") answers++;
        else calls.push([...line.matchAll(WORD)].map(([, word = ""]) => unquoted(word)));
      }
      if (answers === 2) resolve();
    });
    const words = password ? ["AUTH", username || "default", decodeURIComponent(password)] : ["PING"];
    for (const command of [words, ["MONITOR"]]) {
      socket.write(`*${command.length}\r\n${command.map((it) => `$${it.length}\r\n${it}\r\n`).join("")}`);
    }
  });
  return calls;
}
