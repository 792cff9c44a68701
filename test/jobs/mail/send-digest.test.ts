import assert from "node:assert/strict";
import { it } from "node:test";
import type { Job } from "bullmq";
import type { Command } from "../../../src/actors/command.ts";
import {
  type DigestDeps,
  giveUpDigest,
  type MailJob,
  sendDigest,
} from "../../../src/jobs/mail/send-digest.ts";
import type { AlertRecord } from "../../../src/store/records/alerts.ts";
import { DEFAULT_SETTINGS } from "../../../src/store/tenants/settings/settings.ts";

const COUNT = 120;
const MOST = 50;
const time = "2026-01-01T00:00:00.000Z";
const names = Array.from({ length: COUNT }, (_, i) => `alert ${i}`);
const data: MailJob = { storeKey: "t/s", partition: 5, key: "key" };

/** A customer with many alerts whose e-mails wait, and the commands of the job that sends them. */
function setUp() {
  const sent: Command[] = [];
  const records = names.map((field, i) => ({
    field,
    record: {
      id: `a${i}`,
      type: "back_in_stock",
      variantId: `p.${i}`,
      title: "Tent",
      email: { status: "pending", time },
    } as AlertRecord,
  }));
  let subject = "";
  const deps = {
    layout: {
      slotAt: () => ({ ...data, slot: "t/s:key" }),
      digestOf: () => ({ partition: 5, digest: "m" }),
      signatureOf: () => Buffer.from("x"),
    },
    tenants: {
      findFor: () =>
        Promise.resolve({
          state: "active",
          settings: { alerts: { email: true }, mail: DEFAULT_SETTINGS.mail },
        }),
    },
    customers: { at: () => Promise.resolve({ email: "ada@example.com" }) },
    products: { addressOf: () => undefined },
    alerts: { namedOf: () => Promise.resolve(records) },
    dispatcher: {
      send(_: unknown, command: Command) {
        sent.push(command);
        return Promise.resolve({
          ok: true,
          json: JSON.stringify({ taken: "names" in command ? command.names : [] }),
        });
      },
    },
    mailer: { send: (message: { subject: string }) => Promise.resolve(void ({ subject } = message)) },
    now: () => Date.parse(time),
    unsubscribeBase: "https://wishlist.test/",
  } as unknown as DigestDeps;
  const job = { id: "1", data, timestamp: Date.parse(time), opts: {}, updateData: () => Promise.resolve() };
  /** Returns the names of the alerts in each command of a type. */
  const named = (type: "TakeMail" | "SettleMail") =>
    sent.flatMap((command) => (command.type === type ? [command.names] : []));
  return { deps, sent, named, job: job as unknown as Job<MailJob>, subjectOf: () => subject };
}

it("very many alerts of one message are taken and settled some at a time", async () => {
  const { deps, sent, named, job, subjectOf } = setUp();
  await sendDigest(deps, job);
  assert.equal(subjectOf(), `Back in stock: Tent and ${COUNT - 1} more`);
  for (const type of ["TakeMail", "SettleMail"] as const) {
    assert.deepEqual(named(type).flat(), names);
    assert.ok(named(type).every(({ length }) => length <= MOST));
  }
  // Each command has only the reasons of its own alerts.
  for (const command of sent)
    if (command.type === "TakeMail") assert.deepEqual(Object.keys(command.outdated ?? {}), command.names);
});

it("very many alerts are given up some at a time", async () => {
  const { deps, named, job } = setUp();
  await giveUpDigest(deps, job);
  for (const type of ["TakeMail", "SettleMail"] as const) {
    assert.deepEqual(named(type).flat(), names);
    assert.ok(named(type).every(({ length }) => length <= MOST));
  }
});

it("an e-mail whose job was lost while it was sent is settled", async () => {
  const { deps, named, job } = setUp();
  job.updateData = () => Promise.reject(new Error("Missing key for job 1. updateData"));
  await sendDigest(deps, job);
  assert.deepEqual(named("SettleMail").flat(), names);
});
