import type { Context } from "koa";
import { Problem } from "../../ingest/problem.ts";
import type { ApiRoute } from "../route.ts";

/** A tag may have a comma in it, so a list is not what stands between commas (RFC 9110, 8.8.3). */
const ENTITY_TAGS = /(W\/)?"([\x21\x23-\x7E\x80-\xFF]*)"/g;
const BETWEEN_TAGS = /^[\s,]*$/;

interface EntityTag {
  isWeak: boolean;
  tag: string;
}

/** Entity tags of a header, without quotes; `*` stays `*`. */
function parseTags(header: string, name: string): EntityTag[] {
  if (header.trim() === "*") return [{ isWeak: false, tag: "*" }];
  const tags = [...header.matchAll(ENTITY_TAGS)].map(([, weak, tag = ""]) => ({
    isWeak: weak !== undefined,
    tag,
  }));
  if (tags.length === 0 || !BETWEEN_TAGS.test(header.replaceAll(ENTITY_TAGS, "")))
    throw new Problem("InvalidParameter", {
      errors: [{ path: name, message: "must be entity tags in double quotes, or *" }],
    });
  return tags;
}

/**
 * Versions that a write may find, by `If-Match`. Weak tags never match, as RFC 9110 demands. A write that concerns no
 * single version refuses the header: without it, it would do what the caller wants to be sure of.
 */
export function ifMatchOf(
  ctx: Context,
  { conditional }: Pick<ApiRoute, "conditional">,
): string[] | undefined {
  const header = ctx.req.headers["if-match"];
  if (header === undefined) return undefined;
  if (conditional === false)
    throw new Problem("InvalidParameter", {
      errors: [{ path: "If-Match", message: "must not be sent: this operation compares no entity tag" }],
    });
  return parseTags(header, "If-Match").flatMap(({ isWeak, tag }) => (isWeak ? [] : [tag]));
}

/** Whether the caller has this version already, by `If-None-Match`. */
export function isKnown(ctx: Context, version: string): boolean {
  const header = ctx.req.headers["if-none-match"];
  if (header === undefined) return false;
  return parseTags(header, "If-None-Match").some(({ tag }) => tag === "*" || tag === version);
}
