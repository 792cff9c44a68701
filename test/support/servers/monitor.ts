import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import type { Redis } from "ioredis";
import { type Cleanup, serversOf } from "../redis.ts";
import { until } from "../until.ts";

const WORD = /"((?:[^"\\]|\\.)*)"/g;
const SIGNS: Record<string, string> = { n: "\n", r: "\r", t: "\t", a: "\x07", b: "\b" };

/** Returns a word without the quotation of Redis. Each byte beyond ASCII is one character. */
const unquoted = (text: string) =>
  text.replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex: string | undefined, sign = "") =>
    hex === undefined ? (SIGNS[sign as string] ?? String(sign)) : String.fromCharCode(parseInt(hex, 16)),
  );

/**
 * Records the commands with a text that a server gets from now on. Others, of which a busy server has very many, are not
 * decoded. The library's own function is not used: a busy server sends the first commands together with the answer to
 * MONITOR, which the library cannot read.
 */
async function callsOf(t: Cleanup, { options }: Redis, texts: readonly string[]): Promise<string[][]> {
  const { host = "", port = 0, username, password } = options;
  const socket = connect(port, host);
  t.after(() => void socket.destroy());
  const calls: string[][] = [];
  let rest = "";
  let answers = 0;
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      // A large command arrives in many chunks. It is searched only when it is complete.
      const [end = "", ...others] = chunk.split("\n");
      const lines = [rest + end, ...others];
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("-")) reject(new Error(line));
        else if (["+OK\r", "+PONG\r"].includes(line)) answers++;
        else if (texts.some((text) => line.includes(text)))
          calls.push([...line.matchAll(WORD)].map(([, word = ""]) => unquoted(word)));
      }
      if (answers === 2) resolve();
    });
    const words = password ? ["AUTH", username ?? "default", password] : ["PING"];
    for (const command of [words, ["MONITOR"]]) {
      socket.write(`*${command.length}\r\n${command.map((it) => `$${it.length}\r\n${it}\r\n`).join("")}`);
    }
  });
  return calls;
}

/**
 * Records the commands with a key prefix that the servers of a store get from now on. Resolves to a function that
 * returns them, those of each server in their order.
 */
export async function monitor(
  t: Cleanup,
  { redis, prefix }: { redis: Redis; prefix: string },
): Promise<() => Promise<string[][]>> {
  const mark = randomBytes(9).toString("hex");
  const servers = await Promise.all(
    (await serversOf(redis)).map(async (server) => ({
      server,
      calls: await callsOf(t, server, [prefix, mark]),
    })),
  );
  let ends = 0;
  const untilNow = async ({ server, calls }: (typeof servers)[number]) => {
    const end = `${mark}-${ends++}`;
    await server.echo(end);
    const indexOfEnd = () => calls.findIndex(([, word]) => word === end);
    await until("the last of the commands", () => indexOfEnd() >= 0);
    return calls.slice(0, indexOfEnd());
  };
  return async () => (await Promise.all(servers.map(untilNow))).flat();
}
