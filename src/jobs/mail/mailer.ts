import { isIP } from "node:net";
import { createTransport, type Transporter } from "nodemailer";
import { defined } from "../../collections/defined.ts";
import { cleanDisplayName } from "../../text/display-name.ts";

/** A message for one person. */
export interface Message {
  /** Local part of the Message-ID; the same each time the message is sent. */
  id: string;
  to: string;
  /** Name of the sender; if absent, the operator's name. */
  fromName: string | undefined;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl: string;
}

interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password. */
  url: string;
  /** An address, or a name and `<address>`. */
  from: string;
  /** Whether connections without encryption are allowed. */
  allowPlain: boolean;
  /** Address of this service, whose host name is sent to the mail server as the client's (RFC 5321, `EHLO`). */
  publicUrl: string;
  /** Maximum number of connections with the mail server. */
  connections: number;
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const FROM = /^(.*)<([^<>]+)>$/;
/** Commands whose refusal is about the message or its receiver, not about this client. */
const MESSAGE_COMMANDS = new Set(["RCPT TO", "DATA"]);
const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

interface SmtpFailure {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** Whether a retry would be refused too. The client itself refuses an invalid address. */
const isPermanent = ({ code, command = "", permanent }: SmtpFailure) =>
  (permanent === true && MESSAGE_COMMANDS.has(command)) || (code === "EENVELOPE" && command === "API");

/**
 * Describes a failure with the command of SMTP and codes only, because the server's text may name the receiver. The
 * client reports the greeting as `CONN`, and its own checks as `API`.
 */
function descriptionOf({ code, command, response, responseCode }: SmtpFailure): string {
  if (responseCode === undefined) return `the mail server could not be used: ${code ?? "unknown error"}`;
  const [, status] = ENHANCED_STATUS.exec(response ?? "") ?? [];
  const answer = `the mail server answered ${responseCode}${status === undefined ? "" : ` ${status}`}`;
  return command === undefined || command === "CONN" || command === "API"
    ? answer
    : `${answer} to ${command}`;
}

/** Returns the host name of an address; undefined for an IP address. */
function hostNameOf(address: string): string | undefined {
  const { hostname } = new URL(address);
  return hostname.startsWith("[") || isIP(hostname) !== 0 ? undefined : hostname;
}

/** Sends e-mail through the operator's mail server, over a few persistent connections. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: { name: string; address: string };

  constructor({ url, from, allowPlain, publicUrl, connections }: MailerOptions) {
    const [, name = "", address = from] = FROM.exec(from) ?? [];
    this.#from = { name: name.trim().replace(/^"(.*)"$/, "$1"), address: address.trim() };
    this.#transport = createTransport({
      ...TIMEOUTS,
      url,
      // The library's own choice is the name of the machine, which in a container means nothing to others.
      ...defined({ name: hostNameOf(publicUrl) }),
      pool: true,
      maxConnections: connections,
      // Only the queue decides whether a message is sent again.
      maxRequeues: 0,
      requireTLS: !allowPlain && !url.startsWith("smtps:"),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * Sends a message, with the header fields of one-click unsubscription (RFC 8058). Resolves to undefined if the server
   * has accepted it, or to the reason if it was refused permanently. Rejects if it may be tried again.
   */
  async send(message: Message, signal: AbortSignal | undefined): Promise<string | undefined> {
    const { id, to, fromName, replyTo, subject, text, html, unsubscribeUrl } = message;
    const { name, address } = this.#from;
    const failure = await this.#transport
      .sendMail({
        from: { name: cleanDisplayName(fromName ?? "") || cleanDisplayName(name), address },
        to: { name: "", address: to },
        ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
        subject,
        text,
        html,
        messageId: `<${id}@${address.slice(address.lastIndexOf("@") + 1)}>`,
        headers: {
          "List-Unsubscribe": { prepared: true, value: `<${unsubscribeUrl}>` },
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          "Auto-Submitted": "auto-generated",
        },
        ...defined({ signal }),
      })
      .then(
        () => undefined,
        (err: unknown) => err as SmtpFailure,
      );
    if (!failure) return undefined;
    // The original error is not thrown: its text may name the receiver, and errors of jobs are stored.
    const description = descriptionOf(failure);
    if (isPermanent(failure)) return description;
    throw new Error(description);
  }

  close(): void {
    this.#transport.close();
  }
}
