import Type from "typebox";
import { Timestamp } from "../../ingest/schemas/common.ts";
import { AlertTypeName } from "./events.ts";

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
            description: "When the variant came back, was released, fell in price or became few.",
          },
          alerted: Type.Integer({ minimum: 0, description: "Customers that the wave has alerted." }),
          left: Type.Integer({ minimum: 0, description: "Wishes that the wave still has to look at." }),
          nextTime: { ...Timestamp, description: "When the wave goes on." },
          expectedEndTime: Type.Optional({
            ...Timestamp,
            description: "When the wave will end at its pace; absent if it does not pause.",
          }),
        },
        { title: "Wave" },
      ),
      { description: "The newest first, at most 200." },
    ),
  },
  { title: "Waves" },
);
