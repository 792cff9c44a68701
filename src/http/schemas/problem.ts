import Type from "typebox";
import { problemCatalogue } from "../../ingest/problem.ts";

export const ProblemDocument = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: "A sentence about this request." }),
    instance: Type.String(),
    code: Type.Unsafe<string>({
      type: "string",
      description: [
        "A status in parentheses is the usual one of the code; the answers of an operation name its own.",
        ...problemCatalogue.map(({ code, status, title }) => `${code} (${status}): ${title}.`),
      ].join(" "),
    }),
    requestId: Type.String({ description: "Also in the header X-Request-Id and in the log of the service." }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: "JSON Pointer into the body, or the name of a parameter." }),
          message: Type.String(),
        }),
      ),
    ),
    wishlistIds: Type.Optional(
      Type.Array(Type.String(), {
        description: "Only of AmbiguousReference: the wishlists that have an item with the reference.",
      }),
    ),
    more: Type.Optional(
      Type.Boolean({ description: "Only of AmbiguousReference: whether there may be other wishlists." }),
    ),
    feedId: Type.Optional(
      Type.String({
        description: "Only of a file that was sent in part: the feed of the rows before the cut.",
      }),
    ),
    runId: Type.Optional(Type.String({ description: "Only of RunInProgress: the run that is active." })),
    cursor: Type.Optional(Type.String({ description: "Only of ChangesLost: the cursor to go on with." })),
    replay: Type.Optional(
      Type.Unsafe<object>({
        type: "object",
        additionalProperties: true,
        description: "Only of ReplayInProgress: the replay that is active.",
      }),
    ),
  },
  { title: "Problem", description: "A problem document as in RFC 9457." },
);
