import Type from "typebox";
import { problemCatalogue } from "../../ingest/problem.ts";

export const ProblemDocument = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String(),
    code: Type.Unsafe<string>({
      type: "string",
      description: problemCatalogue
        .map(({ code, status, title }) => `${code} (${status}): ${title}.`)
        .join(" "),
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
  },
  { title: "Problem", description: "A problem document as in RFC 9457." },
);
