import type { components } from "./schema.ts";

/** The problem document of a refusal (RFC 9457). `code` is stable; `errors` names the fields of an invalid body. */
export type Problem = components["schemas"]["Problem"];

/** Thrown if the service refuses a request. */
export class Refused extends Error {
  /** HTTP status of the answer. */
  readonly status: number;
  /** The problem document; undefined if the answer has none, such as an answer of a proxy or of the token endpoint. */
  readonly problem: Problem | undefined;

  constructor(status: number, text: string) {
    const problem = problemIn(text);
    super(`${status} ${problem ? `${problem.code}: ${problem.detail}` : text}`.trim());
    this.name = "Refused";
    this.status = status;
    this.problem = problem;
  }
}

function problemIn(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null;
    return body?.code === undefined ? undefined : (body as Problem);
  } catch {
    return undefined;
  }
}

/** Returns the error for an answer that is not a success. */
export const refusalOf = async (answer: Response) => new Refused(answer.status, await answer.text());
