import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { startMailSink } from "../../support/mail/sink.ts";
import { CALM, newCluster } from "../../support/processes.ts";
import { type Json, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock, wishFor } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const WAITERS = 40;

describe("a process of background jobs that is killed while it sends e-mail", () => {
  it("sends each message: another process continues, and a second copy has the id of the first", async (t) => {
    const sink = await startMailSink(t);
    const env = {
      SMTP_URL: sink.url,
      SMTP_ALLOW_PLAIN: "true",
      MAIL_FROM: "wishes@shop.example",
      MAIL_RATE: "20",
    };
    const { start, serve, newShop, redis, keys } = newCluster(t, { env });
    const [http, killed] = await Promise.all([serve("http,worker", CALM), start("jobs")]);
    const shop = await newShop(http);
    await shop.put(`${WS}/settings`, {
      alerts: { holdSeconds: 0, waveMultiple: WAITERS, email: true },
      mail: { collectSeconds: 1 },
    });
    const product = await newProduct(shop, { available: 0 });
    const wishes = Array.from({ length: WAITERS }, () =>
      wishFor(shop, product, { notifyMe: true }, { email: `${unique("c")}@example.com` }),
    );
    const customers: Json[] = (await Promise.all(wishes)).map(({ customer }) => customer);
    await settled({ redis, keys });
    await setStock(shop, product.variantRef, 5);
    await until("the first have mail", () => sink.mails.length > 0);
    killed.program.signal("SIGKILL");
    assert.ok(sink.mails.length < WAITERS);
    await serve("jobs");
    await settled({ redis, keys });
    for (const { id, email } of customers) {
      const alerts = await alertsOf(shop, { id });
      assert.deepEqual(
        alerts.map((alert) => alert.email.status),
        ["sent"],
      );
      const copies = sink.mails.filter(({ to }) => to.includes(email as string));
      assert.equal(new Set(copies.map(({ headers }) => headers["message-id"])).size, 1, email);
    }
  });
});
