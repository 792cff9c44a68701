import { pathInWords } from "./code-words.ts";

/** What a person is told of an answer without words, such as that of a proxy before the service. */
const answeredWith = (status: number) =>
  status >= 500
    ? `The service is not available now (${status}). Try again in a minute.`
    : `The service answered with ${status}.`;

/** A refusal of the service, in its own words (RFC 9457). */
export class Refusal extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  /** What is wrong with each field of a form, by its name. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, { detail, requestId, errors = [] }: ProblemDocument) {
    const wrong = errors.map(({ path, message }) => `${pathInWords(path)} ${message}.`.trim());
    super(wrong.length > 0 ? wrong.join(" ") : (detail ?? answeredWith(status)));
    this.status = status;
    this.requestId = requestId;
    this.fields = Object.fromEntries(errors.map(({ path, message }) => [path.replace(/^\//, ""), message]));
  }
}

interface ProblemDocument {
  detail?: string;
  requestId?: string;
  errors?: { path: string; message: string }[];
}

/** The answer, if it is a success. Throws a {@link Refusal} for any other. */
export async function checked(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const text = await answer.text();
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  throw new Refusal(answer.status, isJson ? (JSON.parse(text) as ProblemDocument) : {});
}

/** A sentence for a person about anything that went wrong. */
export function sentenceOf(err: unknown): string {
  if (err instanceof Refusal) return err.message;
  if (err instanceof TypeError) return "The service cannot be reached. Check the connection, and try again.";
  return err instanceof Error ? err.message : String(err);
}

/** Whether something went wrong because what was asked for does not exist. */
export const isMissing = (err: unknown): boolean => err instanceof Refusal && err.status === 404;

/** Whether a request was refused because nobody is signed in, or not any more. */
export const isSignedOut = (err: unknown): boolean => err instanceof Refusal && err.status === 401;

/** Undefined for what does not exist; for `catch`. Throws any other error again. */
export function orNothing(err: unknown): undefined {
  if (isMissing(err)) return undefined;
  throw err;
}
