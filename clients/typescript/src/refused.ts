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
    const body = bodyIn(text);
    const problem = body?.code === undefined ? undefined : (body as Problem);
    super(
      `${status} ${problem ? `${problem.code}: ${problem.detail}` : (tokenErrorIn(body) ?? text)}`.trim(),
    );
    this.name = "Refused";
    this.status = status;
    this.problem = problem;
  }
}

/** The members of a problem document, and of an error of the token endpoint (RFC 6749, 5.2). */
type Body = Partial<Problem> & { error?: string; error_description?: string };

function bodyIn(text: string): Body | null {
  try {
    return JSON.parse(text) as Body | null;
  } catch {
    return null;
  }
}

/** Returns the error of the token endpoint in one line; undefined for any other answer. */
const tokenErrorIn = (body: Body | null): string | undefined =>
  body?.error === undefined ? undefined : [body.error, body.error_description ?? []].flat().join(": ");

/** Returns the error for an answer that is not a success. */
export const refusalOf = async (answer: Response) => new Refused(answer.status, await answer.text());
