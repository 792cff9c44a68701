import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { Cleanup } from "../redis.ts";

/** A received message. */
export interface Mail {
  to: string[];
  /** Header fields by their names in lower case, unfolded. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** Decodes a part of a message. */
function decode(encoding: string, body: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** Splits a message, or a part of one, into header fields and body. */
function split(source: string): { headers: Record<string, string>; body: string } {
  const end = source.indexOf("\r\n\r\n");
  const fields = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    fields.map((field) => {
      const colon = field.indexOf(":");
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: source.slice(end + 4) };
}

function read(to: string[], source: string): Mail {
  const { headers, body } = split(source);
  const [, boundary = ""] = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "") ?? [];
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, "")));
  const part = (type: string) => {
    const found = parts.find((each) => each.headers["content-type"]?.startsWith(type));
    return decode(found?.headers["content-transfer-encoding"] ?? "", found?.body ?? "");
  };
  return { to, headers, text: part("text/plain"), html: part("text/html") };
}

export interface MailSink {
  url: string;
  /** Accepted messages. */
  mails: Mail[];
  /** Recipients of all messages, including refused ones. */
  asked: string[];
  /** The name that the client of each message has sent, in the order of the messages. */
  clients: string[];
}

/**
 * Starts a mail server. It refuses a recipient with the reply that `refusal` returns, and names the recipient in it, as
 * real servers do. It answers when the promise that `answering` returns has resolved.
 */
export async function startMailSink(
  t: Cleanup,
  refusal: (to: string, count: number) => { code: number; words: string } | undefined = () => undefined,
  answering: (to: string) => Promise<void> = () => Promise.resolve(),
): Promise<MailSink> {
  const mails: Mail[] = [];
  const asked: string[] = [];
  const clients: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    closeTimeout: 1,
    onMailFrom(_address, { hostNameAppearsAs }, callback) {
      clients.push(hostNameAppearsAs);
      callback();
    },
    onRcptTo({ address }, _session, callback) {
      asked.push(address);
      const refused = refusal(address, asked.filter((each) => each === address).length);
      void answering(address).then(() =>
        callback(
          refused &&
            Object.assign(new Error(`${refused.words} <${address}>`), { responseCode: refused.code }),
        ),
      );
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push(
          read(
            session.envelope.rcptTo.map(({ address }) => address),
            Buffer.concat(chunks).toString(),
          ),
        );
        callback();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise<void>((resolve) => server.close(resolve)));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, mails, asked, clients };
}
