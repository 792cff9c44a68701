import { type Mutant, of } from "./mutant.ts";

const GUARD = "test/jobs/outbound/guard.test.ts";

/** What leaves the service, and whose jobs come first. */
export const OUTBOUND_MUTANTS: Mutant[] = [
  ...of("src/jobs/outbound/guard.ts", [GUARD], {
    "targets: a refused address is sent to": ['if (reach === "refused") throw refusePrivate();', ""],
    "targets: http goes anywhere": [
      'if (reach === "public" && allowed !== true && !isForPublic(target))',
      "if (false)",
    ],
  }),
  ...of("src/jobs/outbound/addresses.ts", [GUARD], {
    "targets: one public address of two is enough": [
      'if (reachable.every((candidate) => candidate.range() === "unicast")) return "public";',
      'if ([address, ...reachable].some((candidate) => candidate.range() === "unicast")) return "public";',
    ],
    "targets: what is never reached is allowed": [
      "CREDENTIAL_NETWORKS.some((network) => isIn(candidate, network))",
      "CREDENTIAL_NETWORKS.some(() => false)",
    ],
  }),
  ...of("src/jobs/outbound/webhook-signature.ts", ["test/jobs/outbound/webhook-signature.test.ts"], {
    "webhooks: the time of the signature is in milliseconds": ["Math.floor(now / 1000)", "Math.floor(now)"],
    "webhooks: only one secret signs": ["keys.map((key)", "keys.slice(0, 1).map((key)"],
  }),
  ...of("src/http/routes/outbound/webhook-sends.ts", ["test/http/outbound/webhooks.test.ts"], {
    "webhooks: a replay may start in the future": ["Date.parse(since) > now()", "false"],
  }),
  ...of("src/jobs/webhooks/replay.ts", ["test/faults/writes/repeated-starts.test.ts"], {
    "webhooks: a replay that has ended is started again by a retry": [" || isStarted(current.replay)", ""],
  }),
  ...of("src/http/routes/outbound/export-runs.ts", ["test/faults/writes/repeated-starts.test.ts"], {
    "exports: a retry of a redrive that has sent everything is refused": [
      "!hasRejected && !hasBegun",
      "!hasRejected",
    ],
  }),
  ...of("src/jobs/exports/kept-files.ts", ["test/jobs/exports/left-files.test.ts"], {
    "exports: a complete file stays that no run has": [" === relative(dataDir, path)", " !== dataDir"],
  }),
  ...of("src/jobs/exports/batches.ts", ["test/jobs/exports/batches.test.ts"], {
    "exports: a batch that has grown ends earlier than before": ["!knownEnd && (", "("],
  }),
  ...of("src/jobs/exports/connectors/braze.ts", ["test/jobs/exports/braze.test.ts"], {
    "exports: a batch that has partly arrived is sent again": [
      "i > 0 && err instanceof",
      "i < 0 && err instanceof",
    ],
  }),
  ...of("src/jobs/exports/run-slice.ts", ["test/http/outbound/unfinished-runs.test.ts"], {
    "exports: a full run replaces the position of the changes": [
      "this.#run.position?.upTo !== undefined",
      'this.#settings.mode === "changed"',
    ],
  }),
  ...of("src/app/queues/maintenance.ts", ["test/faults/jobs/unscheduled-exports.test.ts"], {
    "exports: schedules are not synchronised at night": ["() => exportSchedules.reconcile(log),", ""],
  }),
  ...of("src/jobs/webhooks/attempt.ts", ["test/http/outbound/webhooks.test.ts"], {
    "webhooks: a receiver that is gone is tried again": ["statuses.includes(GONE)", "false"],
  }),
  ...of("src/jobs/webhooks/attempt.ts", ["test/jobs/webhooks/judge-attempts.test.ts"], {
    "webhooks: a failure beside a success counts": ["statuses.some(isSuccess)", "statuses.every(isSuccess)"],
    "webhooks: a former address speaks for the new one": ["endpoint.url === attempted.url", "true"],
  }),
  ...of("src/jobs/webhooks/deliver-webhook.ts", ["test/http/customers/erasure.test.ts"], {
    "webhooks: the body about a guest's wish is kept": [
      "return data.event ? {} : { body };",
      "return { body };",
    ],
  }),
  ...of("src/jobs/queue/worker/while-active.ts", ["test/http/access/suspended-work.test.ts"], {
    "suspension: webhooks and exports go on": [
      "if (await isSuspended(tenantOf(job.data.storeKey)))",
      "if (false)",
    ],
  }),
  ...of("src/jobs/mail/send-digest.ts", ["test/http/access/suspended-work.test.ts"], {
    "suspension: e-mails go on": ['tenant.state === "suspended"', "false"],
  }),
  ...of("src/jobs/mail/send-digest.ts", ["test/jobs/mail/send-digest.test.ts"], {
    "mail: a sent e-mail whose job is lost fails": ["await Promise.allSettled([", "await Promise.all(["],
  }),
  ...of("src/jobs/queue/fair-share.ts", ["test/jobs/queue/fair-share.test.ts"], {
    "shares: every job goes first": ["Math.min(Math.round(count), LOWEST)", "1"],
    "shares: a tenant's jobs count for ever": ["Math.max(0, now - known.at)", "0"],
    "shares: stores count for themselves": ["tenantOf(storeKey)", "storeKey"],
  }),
];
