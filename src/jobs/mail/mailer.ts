import { createTransport, type Transporter } from "nodemailer";
import { cleanDisplayName } from "../../actors/display-name.ts";
import { defined } from "../../store/defined.ts";

/** A message for one person. */
export interface Message {
  /** Local part of its id; the same whenever it is sent. */
  id: string;
  to: string;
  /** Name of the sender; the operator's where it is absent. */
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
  /** Connections without encryption will do. */
  allowPlain: boolean;
}

const CONNECTIONS = 5;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
const FROM = /^(.*)<([^<>]+)>$/;
/** Commands whose refusal is about the message or its receiver, not about us. */
const ABOUT_THE_MESSAGE = new Set(["RCPT TO", "DATA"]);
const ENHANCED_STATUS = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/;

interface SmtpFailure {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** Whether a message would be refused again; an address may also be none that the client can send to. */
const isForGood = ({ code, command = "", permanent }: SmtpFailure) =>
  (permanent === true && ABOUT_THE_MESSAGE.has(command)) || (code === "EENVELOPE" && command === "API");

/** What a failure was, in codes alone: a server's words may name the receiver. */
function wordsFor({ code, response, responseCode }: SmtpFailure): string {
  if (responseCode === undefined) return `the mail server could not be used: ${code ?? "unknown error"}`;
  const [, status] = ENHANCED_STATUS.exec(response ?? "") ?? [];
  return `the mail server answered ${responseCode}${status === undefined ? "" : ` ${status}`}`;
}

/** Sends e-mail by the operator's mail server, over a few connections that are kept. */
export class Mailer {
  readonly #transport: Transporter;
  readonly #from: { name: string; address: string };

  constructor({ url, from, allowPlain }: MailerOptions) {
    const [, name = "", address = from] = FROM.exec(from) ?? [];
    this.#from = { name: name.trim().replace(/^"(.*)"$/, "$1"), address: address.trim() };
    this.#transport = createTransport({
      ...TIMEOUTS,
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      // The queue decides whether a message is sent again.
      maxRequeues: 0,
      requireTLS: !allowPlain && !url.startsWith("smtps:"),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * Sends a message, with the header fields of one-click unsubscription (RFC 8058). Resolves to why it was refused for
   * good, or to nothing when the server has taken it. Rejects when it may be tried again.
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
    // Its own words may name the receiver, and errors of jobs are kept.
    const words = wordsFor(failure);
    if (isForGood(failure)) return words;
    throw new Error(words);
  }

  close(): void {
    this.#transport.close();
  }
}
