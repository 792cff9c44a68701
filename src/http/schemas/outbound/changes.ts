import Type from "typebox";
import { cursorParameter } from "../../../ingest/schemas/common.ts";
import { PublicEventSchema } from "./public-events.ts";

export const ChangesQuery = Type.Object({
  ...cursorParameter({
    maxLength: 60,
    description: "Cursor of the previous answer. Absent for the start of the feed.",
  }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});

export const ChangesResponse = Type.Object(
  {
    events: Type.Array(PublicEventSchema),
    cursor: Type.String({ description: "Cursor for the next request, even if there are no new events." }),
    hasMore: Type.Boolean(),
  },
  { title: "Changes" },
);
