import { pathInWords } from "./code-words.ts";

/** What a person is told of an answer without words, such as that of a proxy before the service. */
const answeredWith = (status: number) =>
  status >= 500
    ? `The service is not available now (${status}). Try again in a minute.`
    : `The service answered with ${status}.`;

/** What is wrong with each field: one that takes a list has what is wrong with its entries. */
function fieldsOf(errors: readonly FieldProblem[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of errors) {
    const [, name = "", place] = /^\/?(.*?)(?:\/(\d+))?$/.exec(path) ?? [];
    const text = place === undefined ? message : `entry ${Number(place) + 1} ${message}`;
    const before = fields[name];
    fields[name] = before === undefined ? text : `${before}; ${text}`;
  }
  return fields;
}

/** What is wrong with fields as sentences; empty for none. */
const sentencesOf = (fields: Readonly<Record<string, string>>, nameOf: (field: string) => string) =>
  Object.entries(fields)
    .map(([field, message]) => `${nameOf(field)} ${message}.`.trim())
    .join(" ");

/** A refusal of the service, in its own words (RFC 9457). */
export class Refusal extends Error {
  readonly status: number;
  readonly requestId: string | undefined;
  /** What is wrong with each field of a form, by its name. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, { detail, requestId, errors = [] }: ProblemDocument) {
    const fields = fieldsOf(errors);
    super(sentencesOf(fields, pathInWords) || (detail ?? answeredWith(status)));
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

/** The same about a form: a field is named by its label, if it has one. */
export function sentenceAbout(err: unknown, labelOf: (field: string) => string | undefined): string {
  const fields = err instanceof Refusal ? err.fields : {};
  return sentencesOf(fields, (field) => labelOf(field) ?? pathInWords(field)) || sentenceOf(err);
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
