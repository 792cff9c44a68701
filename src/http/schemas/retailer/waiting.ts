import Type from "typebox";
import { productOfVariant } from "../../../ingest/schemas/catalogue.ts";
import { CURSOR, nextCursor, paging, text, Timestamp } from "../../../ingest/schemas/common.ts";

export const WaitingQuery = Type.Object({
  productRef: productOfVariant,
  pageSize: paging.pageSize,
  cursor: Type.Optional(text(1000, { description: CURSOR })),
});

export const WaitingResponse = Type.Object(
  {
    count: Type.Integer({
      description: "Number of wishes in the list. It can include a few that no longer wait.",
    }),
    waiting: Type.Array(
      Type.Object(
        {
          since: { ...Timestamp, description: "Since when the wish waits for the variant." },
          customerId: Type.String(),
          customerRef: Type.String(),
          itemId: Type.String(),
          wishlistId: Type.String(),
          quantity: Type.Integer(),
          notifyMe: Type.Boolean(),
          prerelease: Type.Boolean(),
          disableNotification: Type.Boolean(),
        },
        { title: "WaitingWish" },
      ),
    ),
    cursor: nextCursor("A page before the last one can be short."),
  },
  { title: "WaitingList" },
);
