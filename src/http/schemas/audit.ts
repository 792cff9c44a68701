import Type from "typebox";
import { paging, Timestamp } from "../../ingest/schemas/common.ts";
import { AUDIT_ACTORS, AUDIT_OUTCOMES } from "../../store/tenants/audit-log.ts";

export const AuditQuery = Type.Object({
  pageSize: paging.pageSize,
  cursor: Type.Optional(
    Type.String({
      // Nothing is before the first id that there can be: Redis refuses to look.
      pattern: "^(?!0+-0+$)\\d{1,15}-\\d{1,15}$",
      "x-must": "be a cursor returned by this endpoint",
      description: "`cursor` of the previous page; absent for the newest entries.",
    }),
  ),
});

export const AuditResponse = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          time: Timestamp,
          actor: Type.Object({
            kind: Type.Unsafe<string>({ type: "string", enum: [...AUDIT_ACTORS] }),
            id: Type.String({ description: "Id of the client or owner; user of the operator's machine." }),
          }),
          action: Type.String({ description: "Name of the API's operation, or the operator's command." }),
          store: Type.Optional(Type.String({ description: "Absent if it concerns the whole tenant." })),
          target: Type.Optional(
            Type.Record(Type.String(), Type.String(), { description: "What it was done to." }),
          ),
          members: Type.Optional(
            Type.Array(Type.String(), {
              description: "Names of the members of the body, or of the options of the command.",
            }),
          ),
          changes: Type.Optional(
            Type.Array(
              Type.Object({
                member: Type.String({ description: "Name of the setting, such as `alerts.holdSeconds`." }),
                before: Type.Union([Type.Number(), Type.Boolean()]),
                after: Type.Union([Type.Number(), Type.Boolean(), Type.Null()], {
                  description: "Null where the setting goes back to what it is without a value of its own.",
                }),
              }),
              { description: "Settings that are switches or numbers, before and after." },
            ),
          ),
          requestId: Type.Optional(Type.String()),
          outcome: Type.Optional(
            Type.Unsafe<string>({
              type: "string",
              enum: [...AUDIT_OUTCOMES],
              description: "Absent while the action runs, and if its process ended before the action did.",
            }),
          ),
        },
        { title: "AuditEntry" },
      ),
    ),
    cursor: Type.Optional(Type.String({ description: "Cursor of the next page; absent on the last page." })),
  },
  { title: "AuditEntries" },
);
