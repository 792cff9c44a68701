import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { MailStage, newAddress } from "../../support/mail/stage.ts";
import { atEnd } from "../../support/redis.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock, wishFor } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

/** More e-mails than one process sends at the same time. */
const CUSTOMERS = 12;
/** E-mails of a tenant that are sent at the same time. */
const PLACES = 4;

const suite = atEnd();
/** Lets the mail server answer for slow recipients. */
let answer: () => void;
let mails: MailStage;
before(async () => {
  const answered = new Promise<void>((resolve) => (answer = resolve));
  mails = await MailStage.start(suite, async (to) => {
    if (to.startsWith("slow")) await answered;
  });
});

describe("while the mail server does not answer for the customers of one tenant", () => {
  it("another tenant's e-mail is sent, and in the end every customer has one", async () => {
    const slowShop = await mails.newShop();
    const slow = Array.from({ length: CUSTOMERS }, () => newAddress("slow"));
    const product = await newProduct(slowShop, { available: 0 });
    for (const email of slow) await wishFor(slowShop, product, { notifyMe: true }, { email });
    const shop = await mails.newShop();
    const email = newAddress();
    const { variantRef } = await mails.newWaiter(shop, email);

    await setStock(slowShop, product.variantRef, CUSTOMERS);
    const { asked } = mails.sink;
    await until("the first e-mails of the slow customers", () => asked.length >= PLACES);
    await setStock(shop, variantRef, 1);
    await until("the e-mail of the other tenant", () => mails.mailsTo(email).length > 0);
    // The slow tenant uses all its places, and none of its e-mails has ended.
    assert.equal(asked.filter((to) => slow.includes(to)).length, PLACES);
    answer();
    await settled(mails.service);
    for (const each of [...slow, email]) assert.equal(mails.mailsTo(each).length, 1, each);
  });
});
