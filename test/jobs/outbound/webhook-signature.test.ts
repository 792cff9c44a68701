import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import { signerWith } from "../../../src/jobs/outbound/webhook-signature.ts";

const newSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString("base64")}`;

describe("the signature of webhooks", () => {
  const body = JSON.stringify({ title: "Mütze, größer" });

  for (const bytes of [24, 32, 64])
    it(`is accepted by the library of Standard Webhooks with a key of ${bytes} bytes`, () => {
      const secret = newSecret(bytes);
      const headers = signerWith([secret])("event-1", body, Date.now());
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
    });

  it("is accepted with each of several secrets", () => {
    const secrets = [newSecret(), newSecret()];
    const headers = signerWith(secrets)("event-1", body, Date.now());
    for (const secret of secrets)
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
  });

  it("is valid for this message only", () => {
    const secret = newSecret();
    const headers = signerWith([secret])("event-1", body, Date.now());
    const receiver = new Webhook(secret);
    assert.throws(() => receiver.verify(`${body} `, headers));
    assert.throws(() => receiver.verify(body, { ...headers, "webhook-id": "event-2" }));
    assert.throws(() => new Webhook(newSecret()).verify(body, headers));
  });
});
