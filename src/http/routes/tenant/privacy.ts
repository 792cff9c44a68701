import type { Person } from "../../../actors/privacy/person.ts";
import type { DataPosition, PersonalData } from "../../../actors/privacy/personal-data.ts";
import type { Send } from "../../../actors/runtime/send.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { PrivacyLog } from "../../../store/privacy/privacy-log.ts";
import type { Now } from "../../../store/redis/clock.ts";
import type { TokenSigner } from "../../auth/token-signer.ts";
import type { CommandGateway } from "../../idempotency/command-gateway.ts";
import { decodeCursor, encodeCursor, wrongCursor } from "../../lists/cursor.ts";
import { presentChange, presentRead, presentWrite } from "../../presenters/reply.ts";
import { type ApiRequest, type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  ExportBody,
  PersonalDataResponse,
  PersonBody,
  PrivacyLogQuery,
  PrivacyLogResponse,
  ReceiptResponse,
} from "../../schemas/tenant/privacy.ts";
import { API_PATH } from "../api-path.ts";
import { cursorIn, withoutEmpty } from "../query.ts";

const PATH = `${API_PATH}/privacy`;
const COMMON = { tag: "Data protection", refusals: BAD_REQUEST, conditional: false } as const;

interface PrivacyParts {
  personalData: PersonalData;
  log: PrivacyLog;
  writes: CommandGateway;
  send: Send;
  /** The store's clock. */
  now: Now;
  /** Signs receipts. */
  tokenSigner: TokenSigner;
}

interface Names {
  customerId?: string | null | undefined;
  customerRef?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

const checkNamed = (names: Names) =>
  Object.values(names).some((name) => typeof name === "string" && name !== "")
    ? []
    : [{ path: "/customerRef", message: "is required unless customerId, email or phone is given" }];

/**
 * Decodes a cursor; undefined for the first page.
 *
 * @throws {Problem} if the cursor is not valid
 */
function positionOf(data: PersonalData, cursor: string | null | undefined): DataPosition | undefined {
  if (typeof cursor !== "string" || cursor === "") return undefined;
  const [kind, name] = decodeCursor(cursor);
  if (typeof kind !== "string" || typeof name !== "string" || !data.isKind(kind))
    throw wrongCursor("/cursor");
  return { kind, name };
}

const personOf = ({ personalData }: PrivacyParts, { session, body }: ApiRequest<Names>): Promise<Person> =>
  personalData.personOf(session.storeKey, {
    customerId: body.customerId ?? undefined,
    customerRef: body.customerRef ?? undefined,
    email: body.email?.trim(),
    phone: body.phone ?? undefined,
  });

const exportPersonalData = (parts: PrivacyParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "exportPersonalData",
    method: "post",
    paths: [`${PATH}/export`],
    summary: "Export all stored data of a person",
    description:
      "The person is identified by customer id, reference, e-mail address or phone number. If these belong to several customers, the data of all of them is exported. A repeated request with the same Idempotency-Key gets the data that is stored at that time. An answer with more than 4 MB of data ends early with a `cursor`; send the same request with this `cursor` for the next page.",
    scope: "privacy:read",
    body: ExportBody,
    check: checkNamed,
    idempotency: "many",
    responses: { 200: { description: "The data by kind.", schema: PersonalDataResponse } },
    async handle(request) {
      const { personalData, log, writes } = parts;
      const { storeKey } = request.session;
      const after = positionOf(personalData, request.body.cursor);
      // The data is read each time, because a stored answer would still exist after an erasure of the person.
      const { result, replayed } = await writes.submitMany(request.terms, async (_, attempt) => {
        const { firstTime: time, isDone } = attempt;
        const person = await personOf(parts, request);
        const { data, end } = await personalData.page(person, after);
        if (!after && Object.values(data).every(({ length }) => length === 0)) throw notFound("person");
        const { customerIds } = person;
        if (!isDone && !after) await log.add(storeKey, { kind: "export", source: "api", time, customerIds });
        return { time, customerIds, data, ...(end ? { cursor: encodeCursor(end.kind, end.name) } : {}) };
      });
      return presentWrite(200, { json: JSON.stringify(result), replayed });
    },
  });

const erasePersonalData = (parts: PrivacyParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "erasePersonalData",
    method: "post",
    paths: [`${PATH}/erase`],
    summary: "Erase all stored data of a person",
    description:
      "Erases the customer, the wishlists, and the personal data of orders and alerts. The answer is sent after everything is erased. It is a receipt without personal data. A repeated request erases nothing more.",
    scope: "privacy:write",
    body: PersonBody,
    check: checkNamed,
    idempotency: "answer",
    responses: { 200: { description: "The receipt.", schema: ReceiptResponse } },
    async handle(request) {
      const { personalData, log, send, tokenSigner, now } = parts;
      const { storeKey, tenant } = request.session;
      const person = await personOf(parts, request);
      const receipt = await personalData.erase(person, send, async (outcome) => {
        const time = new Date(now()).toISOString();
        const id = await log.add(storeKey, { kind: "erasure", source: "api", time, ...outcome });
        return { id, time, ...outcome };
      });
      const proof = await tokenSigner.sign(tenant, receipt);
      return presentChange(200, { ...receipt, proof });
    },
  });

const listPrivacyRequests = ({ log }: PrivacyParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "listPrivacyRequests",
    method: "get",
    paths: [`${PATH}/requests`],
    summary: "List the privacy requests",
    description:
      "Exports, erasures with their counts, and data requests of a platform, which the retailer answers with an export.",
    scope: "privacy:read",
    query: PrivacyLogQuery,
    responses: { 200: { description: "A page of requests.", schema: PrivacyLogResponse } },
    async handle({ session, query }) {
      const given = withoutEmpty(query);
      const { limit: size = 100, sortBy } = given;
      const page = { after: cursorIn(given), size, isNewestFirst: sortBy === "newest" };
      const { entries: requests, next: cursor } = await log.page(session.storeKey, page);
      return presentRead(JSON.stringify({ requests, cursor }));
    },
  });

/** Returns the routes for data protection: export and erasure of a person's data, and the list of privacy requests. */
export const privacyRoutes = (parts: PrivacyParts): ApiRoute[] =>
  [exportPersonalData, erasePersonalData, listPrivacyRequests].map((routeOf) => routeOf(parts));
