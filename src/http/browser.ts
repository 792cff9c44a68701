import type { Context } from "koa";
import { MAIL_LANGUAGES, type MailLanguage } from "../store/tenants/settings/settings.ts";

/** Whether the answer may be a page: a browser names the type html, and other programs get JSON. */
export function acceptsPage(ctx: Context): boolean {
  ctx.vary("Accept");
  return ctx.accepts("json", "html") === "html";
}

/** Returns the language for a page of an unknown shop, from those that the browser accepts. */
export function browserLanguage(ctx: Context): MailLanguage {
  ctx.vary("Accept-Language");
  const language = ctx.acceptsLanguages([...MAIL_LANGUAGES]);
  return MAIL_LANGUAGES.find((each) => each === language) ?? "en";
}
