import Type from "typebox";
import { Timestamp } from "../../../ingest/schemas/common.ts";
import { AlertTypeName } from "../outbound/alerts.ts";

export const WavesResponse = Type.Object(
  {
    waves: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          alert: AlertTypeName,
          productRef: Type.String(),
          variantRef: Type.String(),
          title: Type.String(),
          variantTitle: Type.Optional(Type.String()),
          since: {
            ...Timestamp,
            description:
              "When the variant came back in stock, was released, dropped in price, or became low in stock.",
          },
          alerted: Type.Integer({
            minimum: 0,
            description: "Number of customers that the wave has alerted.",
          }),
          left: Type.Integer({
            minimum: 0,
            description: "Number of wishes that the wave still has to process.",
          }),
          nextTime: { ...Timestamp, description: "When the wave continues." },
          expectedEndTime: Type.Optional({
            ...Timestamp,
            description: "When the wave is expected to end. Absent if the wave does not pause.",
          }),
        },
        { title: "Wave" },
      ),
      { description: "At most 200 waves, the newest first." },
    ),
  },
  { title: "Waves" },
);
