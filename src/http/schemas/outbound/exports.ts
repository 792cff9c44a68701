import Type, { type TSchema } from "typebox";
import { keysOf } from "../../../collections/keys-of.ts";
import {
  clearable,
  dictionary,
  Flag,
  nullable,
  reasonCode,
  record,
  shownName,
  Timestamp,
} from "../../../ingest/schemas/common.ts";
import { MAX_REJECTED } from "../../../store/exports/export-runs.ts";
import { EXPORT_REASONS } from "../../../text/outbound-reasons.ts";

const choice = <const T extends string>(...values: T[]) =>
  Type.Unsafe<T>({ type: "string", enum: values as string[] });

/** The connector of an export. Its settings are checked by its type. */
const Connector = Type.Unsafe<{ type: string } & Record<string, unknown>>({
  type: "object",
  properties: { type: { type: "string", minLength: 1, maxLength: 40 } },
  required: ["type"],
});

const Schedule = record({
  cron: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      "A cron expression with five fields, or six fields with seconds first. Names such as @daily are refused.",
  }),
  timezone: Type.String({ minLength: 1, maxLength: 100, description: "Time zone, such as Europe/Berlin." }),
});
const Mode = choice("changed", "full");

const filters = {
  events: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: "^wishlist\\.item\\.[a-z_.]*\\*?$",
      "x-must": "be an event type of items, or a prefix that ends with *",
    }),
    {
      minItems: 1,
      maxItems: 20,
      description:
        "Event types of items, or prefixes that end with *. Absent for all types. The deletion of an item has the type wishlist.item.removed. Deletions of wishlists and customers, and withdrawn consent, are always exported.",
    },
  ),
  lists: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    minItems: 1,
    maxItems: 1000,
    description: "Ids or references of wishlists. Absent for all wishlists.",
  }),
  mapping: dictionary<string>(
    {
      description:
        "Names of the fields of the output, each with its path in a record, such as item.product.productRef.",
    },
    {
      minProperties: 1,
      maxProperties: 100,
      propertyNames: { minLength: 1, maxLength: 100 },
      additionalProperties: {
        type: "string",
        pattern: "^\\w+(\\.\\w+)*$",
        "x-must": "be a path in a record, such as item.product.productRef",
        maxLength: 200,
      },
    },
  ),
};

const choices = {
  schedule: Type.Optional(nullable(Schedule)),
  ...clearable(filters),
  includePrivate: Type.Optional(Flag),
  onlyConsenting: Type.Optional(Flag),
  enabled: Type.Optional(Flag),
};
const Name = shownName(200);

export const CreateExportBody = record({ name: Name, connector: Connector, mode: Mode, ...choices });
export const UpdateExportBody = record({
  name: Type.Optional(Name),
  connector: Type.Optional(Connector),
  mode: Type.Optional(Mode),
  ...choices,
});

/** Returns the schema of a body with the settings of all connectors, for the API document. */
export function documented(
  body: typeof CreateExportBody | typeof UpdateExportBody,
  settings: readonly TSchema[],
): TSchema {
  const connector = {
    anyOf: settings,
    description:
      "Target of the export. Secrets are shown as ***. A request that sends *** keeps the stored secret, unless it changes the address.",
  };
  return { ...body, properties: { ...body.properties, connector } };
}

export const ExportResponse = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    connector: Type.Unsafe<object>({
      type: "object",
      properties: { type: { type: "string" } },
      required: ["type"],
      additionalProperties: true,
    }),
    schedule: Type.Optional(Schedule),
    mode: Mode,
    events: Type.Optional(filters.events),
    lists: Type.Optional(filters.lists),
    mapping: Type.Optional(filters.mapping),
    includePrivate: Type.Boolean({ description: "Whether private wishlists are also exported." }),
    onlyConsenting: Type.Boolean({
      description: "Whether only customers who accept marketing and have an opt-in level are exported.",
    }),
    enabled: Type.Boolean({ description: "Whether the schedule is active." }),
    nextRunTime: Type.Optional(Timestamp),
    activeRun: Type.Optional(Type.String({ description: "Id of the active run." })),
    skippedRuns: Type.Integer({ description: "Scheduled runs that were skipped because a run was active." }),
    createdTime: Timestamp,
    modifiedTime: Timestamp,
  },
  { title: "Export" },
);

export const ExportsResponse = Type.Object({ exports: Type.Array(ExportResponse) }, { title: "Exports" });

const Count = Type.Integer({ minimum: 0 });
const run = {
  id: Type.String(),
  exportId: Type.String(),
  trigger: choice("schedule", "request", "redrive"),
  redriveOf: Type.Optional(Type.String()),
  status: choice("queued", "running", "succeeded", "failed", "cancelled"),
  startedTime: Timestamp,
  finishedTime: Type.Optional(Timestamp),
  position: nullable(
    Type.String({
      description: "Position of the run, from which it continues. Null before it starts.",
    }),
  ),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  counts: Type.Object({
    read: Count,
    sent: Count,
    accepted: Type.Integer({
      minimum: 0,
      description:
        "Number of records that the platform has accepted, or that were written to the file of the run. The file of a failed run is deleted.",
    }),
    skipped: Type.Unsafe<Record<string, number>>({
      type: "object",
      additionalProperties: { type: "integer" },
      description:
        "Numbers of skipped records by reason: noConsent, private, deleted, and the reasons of the platform.",
    }),
    failed: Type.Integer({
      minimum: 0,
      description: "Number of records that the platform has rejected.",
    }),
  }),
  reason: Type.Optional(Type.String({ description: "Why the run waits or failed." })),
  reasonCode: reasonCode(keysOf(EXPORT_REASONS)),
  file: Type.Optional(Type.String({ description: "Path of the file in the data directory." })),
  fileRemovedTime: Type.Optional({
    ...Timestamp,
    description: "When the file was deleted because the tenant's files exceeded their limit.",
  }),
};

export const RunResponse = Type.Object(run, { title: "ExportRun" });
export const RunsResponse = Type.Object({ runs: Type.Array(RunResponse) }, { title: "ExportRuns" });

export const RunQuery = Type.Object({
  rejectedFrom: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_REJECTED,
      default: 0,
      description: "Number of the first rejected record to show.",
    }),
  ),
});

export const RunDetailResponse = Type.Object(
  {
    ...run,
    rejected: Type.Array(
      Type.Object({
        id: Type.String(),
        reason: Type.String({ description: "Why the record was rejected, with the platform's words." }),
        reasonCode: reasonCode(keysOf(EXPORT_REASONS)),
        time: Timestamp,
        type: Type.String(),
        change: Type.Optional(Type.String()),
        what: Type.Optional(Type.String()),
        withdrawn: Type.Optional(Type.Boolean()),
        customerId: Type.Optional(Type.String()),
        wishlistId: Type.Optional(Type.String()),
        itemId: Type.Optional(Type.String()),
      }),
      { description: "A page of the records that the platform rejected." },
    ),
    nextRejected: Type.Optional(
      Type.Integer({ description: "Number of the first rejected record of the next page." }),
    ),
  },
  { title: "ExportRunDetail" },
);
