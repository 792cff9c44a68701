import { capitalized, inOwnersWords, pathInWords } from "./code-words.ts";

/** The status of an answer to too many requests. */
const TOO_MANY = 429;

/** Up to this number of seconds, a waiting time is not written in minutes. */
const MAX_SECONDS = 90;

const unitsOf = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** Returns the message for an answer without a problem document, such as an answer of a proxy. */
function answeredWith(status: number): string {
  if (status === TOO_MANY) return "Too many requests.";
  return status >= 500
    ? `The service is currently not available (${status}). Try again in a minute.`
    : `The service answered with ${status}.`;
}

/**
 * Returns the sentence that says when to try again after too many requests; empty for other answers.
 *
 * @param retryAfter the header `Retry-After`: a number of seconds, or from a proxy a date; null without the header
 */
function whenToTry(status: number, retryAfter: string | null): string {
  if (status !== TOO_MANY) return "";
  const isDate = retryAfter !== null && !/^\d+$/.test(retryAfter);
  const seconds = Math.ceil(isDate ? (Date.parse(retryAfter) - Date.now()) / 1000 : Number(retryAfter));
  // No header, a date that has passed, or a text that is neither.
  if (!(seconds > 0)) return "Try again in a moment.";
  const wait =
    seconds > MAX_SECONDS ? unitsOf(Math.ceil(seconds / 60), "minute") : unitsOf(seconds, "second");
  return `Try again in ${wait}.`;
}

/** Returns the errors by field. A field with a list has the errors of its entries. */
function fieldsOf(errors: readonly FieldProblem[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of errors) {
    const [, name = "", place] = /^\/?(.*?)(?:\/(\d+))?$/.exec(path) ?? [];
    const words = inOwnersWords(message);
    const text = place === undefined ? words : `entry ${Number(place) + 1} ${words}`;
    const before = fields[name];
    fields[name] = before === undefined ? text : `${before}; ${text}`;
  }
  return fields;
}

/** Writes the errors of fields as sentences; empty if there are none. Some errors are whole sentences already. */
const sentencesOf = (fields: Readonly<Record<string, string>>, nameOf: (field: string) => string) =>
  Object.entries(fields)
    .map(([field, message]) =>
      message.endsWith(".") ? capitalized(message) : `${nameOf(field)} ${message}.`.trim(),
    )
    .join(" ");

/** A refusal by the service, with the texts of its problem document (RFC 9457). */
export class Refusal extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  /** The errors of the fields of a form, by name. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    status: number,
    { detail, requestId, errors = [] }: ProblemDocument,
    retryAfter: string | null = null,
  ) {
    const fields = fieldsOf(errors);
    const sentence =
      sentencesOf(fields, pathInWords) ||
      (detail === undefined ? answeredWith(status) : inOwnersWords(detail));
    const wait = whenToTry(status, retryAfter);
    super(wait === "" ? sentence : `${sentence.replace(/\.?$/, ".")} ${wait}`);
    this.status = status;
    this.requestId = requestId;
    this.fields = fields;
  }
}

interface FieldProblem {
  path: string;
  message: string;
}

interface ProblemDocument {
  detail?: string;
  requestId?: string;
  errors?: FieldProblem[];
}

/** Returns the problem document in a text; an empty one if the text is something else, such as a page of a proxy. */
function problemIn(text: string): ProblemDocument {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** Returns the answer if it is a success. Throws a {@link Refusal} for any other. */
export async function checked(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const text = await answer.text();
  throw new Refusal(answer.status, problemIn(text), answer.headers.get("Retry-After"));
}

/** Returns a sentence for a person about any error. */
export function sentenceOf(err: unknown): string {
  if (err instanceof Refusal) return err.message;
  if (err instanceof TypeError) return "The service cannot be reached. Check the connection, and try again.";
  // A success that is not JSON, such as the sign-in page of a network.
  if (err instanceof SyntaxError)
    return "The answer did not come from the service. Check the connection, and try again.";
  return err instanceof Error ? err.message : String(err);
}

/** Returns the same for the error of a form, in which fields are named by their labels. */
export function sentenceAbout(err: unknown, labelOf: (field: string) => string | undefined): string {
  const fields = err instanceof Refusal ? err.fields : {};
  return sentencesOf(fields, (field) => labelOf(field) ?? pathInWords(field)) || sentenceOf(err);
}

/** Whether an error means that the requested entity does not exist. */
export const isMissing = (err: unknown): boolean => err instanceof Refusal && err.status === 404;

/** The statuses of an answer to an action without input that does not fit the state of its subject. */
const UNFIT = new Set([400, 404, 409]);

/** Whether an action was refused because its subject is missing, or in another state than the page shows. */
export const isOutdated = (err: unknown): boolean => err instanceof Refusal && UNFIT.has(err.status);

/** Whether a write may have happened nevertheless: without an answer, or with one that is no refusal. */
export const isUnknown = (err: unknown): boolean => !(err instanceof Refusal) || err.status >= 500;

/** Whether an error means that nobody is signed in, or not any more. */
export const isSignedOut = (err: unknown): boolean => err instanceof Refusal && err.status === 401;

/** Whether an error means that the person may not do this, such as to enter while the tenant is suspended. */
export const isForbidden = (err: unknown): boolean => err instanceof Refusal && err.status === 403;

/** Returns undefined if the requested entity does not exist; for `catch`. Throws any other error again. */
export function orNothing(err: unknown): undefined {
  if (isMissing(err)) return undefined;
  throw err;
}
