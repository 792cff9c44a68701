import type { Context } from "koa";
import { invalidParameter } from "../../ingest/problem.ts";
import type { ApiRoute } from "../route.ts";

/** Matches one entity tag. A tag may contain a comma, so a list cannot be split at commas (RFC 9110, 8.8.3). */
const ENTITY_TAGS = /(W\/)?"([\x21\x23-\x7E\x80-\xFF]*)"/g;
const BETWEEN_TAGS = /^[\s,]*$/;

interface EntityTag {
  isWeak: boolean;
  tag: string;
}

/** Parses the entity tags of a header, without quotes; `*` stays `*`. */
function parseTags(header: string, name: string): EntityTag[] {
  if (header.trim() === "*") return [{ isWeak: false, tag: "*" }];
  const tags = [...header.matchAll(ENTITY_TAGS)].map(([, weak, tag = ""]) => ({
    isWeak: weak !== undefined,
    tag,
  }));
  if (tags.length === 0 || !BETWEEN_TAGS.test(header.replaceAll(ENTITY_TAGS, "")))
    throw invalidParameter(name, "must be entity tags in double quotes, or *");
  return tags;
}

/**
 * Returns the versions from `If-Match`; a write is applied only to one of them. Weak tags never match, as RFC 9110
 * requires. A write without a single version refuses the header, and every write refuses `If-None-Match`: if it ignored
 * them, it would apply a change that the caller wants to prevent.
 */
export function ifMatchOf(
  ctx: Context,
  { conditional }: Pick<ApiRoute, "conditional">,
): string[] | undefined {
  if (ctx.req.headers["if-none-match"] !== undefined)
    throw invalidParameter("If-None-Match", "must not be sent, because this operation is a write");
  const header = ctx.req.headers["if-match"];
  if (header === undefined) return undefined;
  if (conditional === false)
    throw invalidParameter(
      "If-Match",
      "must not be sent, because this operation does not compare entity tags",
    );
  return parseTags(header, "If-Match").flatMap(({ isWeak, tag }) => (isWeak ? [] : [tag]));
}

/** Whether the caller already has this version, according to `If-None-Match`. */
export function isKnown(ctx: Context, version: string): boolean {
  const header = ctx.req.headers["if-none-match"];
  if (header === undefined) return false;
  return parseTags(header, "If-None-Match").some(({ tag }) => tag === "*" || tag === version);
}
