import type { Context } from "koa";
import { Problem } from "../../ingest/problem.ts";

const ENTITY_TAG = /^(?:W\/)?"([\x21\x23-\x7E]*)"$/;

/** Entity tags of a header, without quotes; `*` stays `*`. */
function parseTags(header: string, name: string): string[] {
  if (header.trim() === "*") return ["*"];
  return header.split(",").map((part) => {
    const tag = ENTITY_TAG.exec(part.trim())?.[1];
    if (tag === undefined) {
      throw new Problem("InvalidParameter", {
        detail: `${name} must be entity tags in double quotes, or *.`,
      });
    }
    return tag;
  });
}

/** Versions that a write may find, by `If-Match`. Weak tags never match, as RFC 9110 demands. */
export function ifMatchOf(ctx: Context): string[] | undefined {
  const header = ctx.req.headers["if-match"];
  if (header === undefined) return undefined;
  const strong = header
    .split(",")
    .filter((part) => !part.trim().startsWith("W/"))
    .join(",");
  return strong === "" ? [] : parseTags(strong, "If-Match");
}

/** Whether the caller has this version already, by `If-None-Match`. */
export function isKnown(ctx: Context, version: string): boolean {
  const header = ctx.req.headers["if-none-match"];
  if (header === undefined) return false;
  const tags = parseTags(header, "If-None-Match");
  return tags.includes("*") || tags.includes(version);
}
