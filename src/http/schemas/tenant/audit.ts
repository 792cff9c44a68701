import Type from "typebox";
import { nextCursor, oneOf, paging, Timestamp } from "../../../ingest/schemas/common.ts";
import { AUDIT_ACTORS, AUDIT_OUTCOMES } from "../../../store/tenants/audit-log.ts";

export const AuditQuery = Type.Object({
  pageSize: paging.pageSize,
  cursor: Type.Optional(
    Type.String({
      // Redis refuses a range that ends before the first possible id.
      pattern: "^(?:(?!0+-0+$)\\d{1,15}-\\d{1,15})?$",
      "x-must": "be a cursor returned by this endpoint",
      description: "The `cursor` of the previous page. Without it, the page has the newest entries.",
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
            kind: oneOf(AUDIT_ACTORS),
            id: Type.String({
              description: "Id of the client or owner, or the user on the operator's machine.",
            }),
          }),
          action: Type.String({ description: "Name of the API operation, or of the operator's command." }),
          store: Type.Optional(
            Type.String({
              description: "Store of the action. Absent if the action concerns the whole tenant.",
            }),
          ),
          target: Type.Optional(
            Type.Record(Type.String(), Type.String(), {
              description: "The entities that the action was for.",
            }),
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
                  description:
                    "Null if the value was removed, so that the inherited or default value applies.",
                }),
              }),
              {
                description:
                  "Changed settings that are switches or numbers, with their values before and after.",
              },
            ),
          ),
          requestId: Type.Optional(Type.String()),
          outcome: Type.Optional(
            oneOf(AUDIT_OUTCOMES, {
              description: "Absent while the action runs, and if the process died during the action.",
            }),
          ),
        },
        { title: "AuditEntry" },
      ),
    ),
    cursor: nextCursor(),
  },
  { title: "AuditEntries" },
);
