import assert from "node:assert/strict";
import type { Cleanup } from "../redis.ts";
import { type Caller, given, type Json, type Service, startService, unique, WS } from "../service.ts";
import { settled } from "../settled.ts";
import { alertsOf, newProduct, wishFor } from "../shop.ts";
import { type Mail, type MailSink, startMailSink } from "./sink.ts";

/** Returns an e-mail address that no other call returns. */
export const newAddress = (start = "ada") => `${unique(start)}@example.com`;

/** Creates a customer who waits for a new product, and waits until the service has nothing left to do. */
export async function newWaiter(service: Service, shop: Caller, email: string) {
  const product = await newProduct(shop, { available: 0 });
  const waiter = await wishFor(shop, product, { notifyMe: true }, { email });
  await settled(service, { withinMs: 0 });
  return { ...product, ...waiter };
}

/** A service that sends alerts by e-mail, and the mail server that gets them. */
export class MailStage {
  readonly service: Service;
  readonly sink: MailSink;

  private constructor(service: Service, sink: MailSink) {
    this.service = service;
    this.sink = sink;
  }

  /**
   * Starts both. The mail server refuses addresses that begin with `unknown`, and the first message to an address that
   * begins with `greylisted`. It answers when the promise that `answering` returns has resolved.
   */
  static async start(t: Cleanup, answering?: (to: string) => Promise<void>): Promise<MailStage> {
    const refusal = (to: string, count: number) => {
      if (to.startsWith("greylisted") && count === 1) return { code: 451, words: "4.7.1 come again" };
      return to.startsWith("unknown") ? { code: 550, words: "5.1.1 no such user" } : undefined;
    };
    const sink = await startMailSink(t, refusal, answering);
    const MAIL_FROM = "Wishes <wishes@shop.example>";
    const service = await startService(t, { SMTP_URL: sink.url, SMTP_ALLOW_PLAIN: "true", MAIL_FROM });
    return new MailStage(service, sink);
  }

  /** Registers a tenant that sends alerts by e-mail, with other settings of `alerts` and `mail`. */
  async newShop({ alerts = {}, mail = {} }: { alerts?: object; mail?: object } = {}): Promise<Caller> {
    const shop = await this.service.newCaller();
    const { status, text } = await shop.put(`${WS}/settings`, {
      alerts: { holdSeconds: 0, email: true, ...alerts },
      mail: { collectSeconds: 1, ...mail },
    });
    assert.equal(status, 200, text);
    return shop;
  }

  newWaiter(shop: Caller, email: string) {
    return newWaiter(this.service, shop, email);
  }

  /** Returns the messages that an address has got so far. */
  mailsTo(address: string): Mail[] {
    return this.sink.mails.filter(({ to }) => to.includes(address));
  }

  /** Returns the only message to an address, after all work is done. */
  async mailTo(address: string): Promise<Mail> {
    await settled(this.service);
    const mails = this.mailsTo(address);
    assert.equal(mails.length, 1, address);
    return given(mails[0]);
  }

  /** Returns the state of the e-mail of a customer's alert after all work is done; it must have this status. */
  async mailOf(shop: Caller, customer: Json, status: string, nth = 0): Promise<Json> {
    await settled(this.service);
    const { email } = (await alertsOf(shop, customer))[nth];
    assert.equal(email?.status, status);
    return email;
  }
}
