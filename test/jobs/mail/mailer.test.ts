import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Mailer, type Message } from "../../../src/jobs/mail/mailer.ts";
import { startMailSink } from "../../support/mail/sink.ts";

const message: Message = {
  id: "0123456789abcdef",
  to: "ada@example.com",
  fromName: undefined,
  replyTo: undefined,
  subject: "Back in stock: Tent",
  text: "Tent\n",
  html: "<p>Tent</p>",
  unsubscribeUrl: `https://api.example/${"x".repeat(150)}`,
};

function newMailer(t: TestContext, url: string, options: { allowPlain?: boolean; publicUrl?: string } = {}) {
  const from = "Wishes <wishes@shop.example>";
  const mailer = new Mailer({
    url,
    from,
    allowPlain: true,
    publicUrl: "https://api.example",
    connections: 1,
    ...options,
  });
  t.after(() => mailer.close());
  return mailer;
}

describe("Mailer", () => {
  it("sends to one receiver, from the operator's address, with a stable message id", async (t) => {
    const { url, mails } = await startMailSink(t);
    const mailer = newMailer(t, url);
    for (let time = 0; time < 2; time++) assert.equal(await mailer.send(message, undefined), undefined);
    for (const { to, headers } of mails) {
      assert.deepEqual(to, ["ada@example.com"]);
      assert.equal(headers["from"], "Wishes <wishes@shop.example>");
      assert.equal(headers["message-id"], "<0123456789abcdef@shop.example>");
      assert.equal(headers["list-unsubscribe"], `<${message.unsubscribeUrl}>`);
    }
  });

  it("lets no text add a header field or a receiver", async (t) => {
    const { url, mails } = await startMailSink(t);
    const evil = "x\r\nBcc: eve@example.com\r\n\r\nbody";
    await newMailer(t, url).send({ ...message, subject: evil, fromName: evil }, undefined);
    const [mail] = mails;
    assert.ok(mail);
    assert.deepEqual(mail.to, ["ada@example.com"]);
    assert.equal(mail.headers["bcc"], undefined);
    assert.equal(mail.text.trim(), "Tent");
  });

  it("sends a stored display name without angle brackets and direction marks", async (t) => {
    const { url, mails } = await startMailSink(t);
    const mailer = newMailer(t, url);
    const names = ["Bank <info@bank.example>", "\u202eknaB\u202c Shop", "<>"];
    for (const fromName of names) await mailer.send({ ...message, fromName }, undefined);
    assert.deepEqual(
      mails.map(({ headers }) => headers["from"]),
      [
        '"Bank info@bank.example" <wishes@shop.example>',
        "knaB Shop <wishes@shop.example>",
        "Wishes <wishes@shop.example>",
      ],
    );
  });

  it("distinguishes a permanent refusal from a temporary one, and repeats no text of the server", async (t) => {
    const { url } = await startMailSink(t, (to) =>
      to.startsWith("now") ? { code: 451, words: "4.2.1 busy" } : { code: 554, words: "no" },
    );
    const mailer = newMailer(t, url);
    assert.equal(await mailer.send(message, undefined), "the mail server answered 554 to RCPT TO");
    const rejection = await mailer
      .send({ ...message, to: "now@example.com" }, undefined)
      .catch((err: unknown) => err);
    assert.ok(rejection instanceof Error);
    const answer = "the mail server answered 451 4.2.1 to RCPT TO";
    assert.deepEqual([rejection.message, rejection.cause], [answer, undefined]);
  });

  it("introduces itself by the public name of the service, and not by an IP address", async (t) => {
    const { url, clients } = await startMailSink(t);
    await newMailer(t, url).send(message, undefined);
    for (const publicUrl of ["http://127.0.0.1:8080", "http://[::1]:8080"])
      await newMailer(t, url, { publicUrl }).send(message, undefined);
    const [name, ...others] = clients;
    assert.equal(name, "api.example");
    assert.ok(
      others.length === 2 && others.every((other) => !other.includes("::1") && other !== "127.0.0.1"),
    );
  });

  it("sends nothing to a server without encryption, unless plain connections are allowed", async (t) => {
    const { url, asked } = await startMailSink(t);
    await assert.rejects(
      newMailer(t, url, { allowPlain: false }).send(message, undefined),
      /the mail server/,
    );
    assert.deepEqual(asked, []);
  });

  it("reports a temporary failure if there is no server", async (t) => {
    await assert.rejects(newMailer(t, "smtp://127.0.0.1:1").send(message, undefined), /could not be used: E/);
  });
});
