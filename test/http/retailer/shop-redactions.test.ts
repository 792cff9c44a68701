import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Queue } from "bullmq";
import { type Redaction, Redactions } from "../../../src/store/privacy/redactions.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { atEnd } from "../../support/redis.ts";
import { CS, type Service, startService, unique } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const suite = atEnd();
let service: Service;
let redactions: Redactions;
let maintenance: Queue;
before(async () => {
  service = await startService(suite);
  redactions = new Redactions(service.redis, service.keys);
  maintenance = queueOf(suite, service, "maintenance");
});

describe("the redaction of a shop", () => {
  for (const state of ["waiting", "running"] as const) {
    it(`is carried out although its job is lost, if the redaction is ${state}`, async () => {
      const leaving = await service.newCaller();
      const { id } = await leaving.newCustomer({ id: unique("gone") });
      const past = new Date(0).toISOString();
      const domain = `${unique("leaving")}.myshopify.com`;
      const storeKey = `${leaving.tenantId}/default`;
      const redaction: Redaction = {
        ...{ domain, storeKey, webhookId: "", state },
        ...{ requestedTime: past, dueTime: past },
      };
      await service.redis.hset(service.keys.redactions, domain, JSON.stringify(redaction));
      await maintenance.add("sweep-references", {});
      await settled(service, { withinMs: 0 });
      assert.equal((await redactions.find(domain))?.state, "done");
      assert.equal((await leaving.get(`${CS}/customers/${id}`)).status, 404);
    });
  }
});
