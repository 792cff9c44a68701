// The floor that the service is measured against: Koa, router and koa-body, with the service's own validation, and
// answers like the service's. It has no tokens and stores nothing. Its parent process sends it the answers.
import { Router } from "@koa/router";
import Koa from "koa";
import { koaBody } from "koa-body";
import type { TSchema } from "typebox";
import { AddItemsBody, CreateItemBody } from "../../../src/http/schemas/wishlists/items.ts";
import { WishlistPageQuery } from "../../../src/http/schemas/wishlists/wishlists.ts";
import { BODY_LIMIT } from "../../../src/ingest/json/json.ts";
import { compileBody, compileQuery } from "../../../src/ingest/validation/validation.ts";
import { API } from "./stand.ts";

export interface FloorAnswers {
  item: object;
  added: object;
  page: object;
}

/** Answers as text, so that the cost of building texts counts for the service. */
let answers = { item: "", added: "", page: "" };
process.on("message", (message: FloorAnswers | "cpu?") => {
  if (message === "cpu?") {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
    return;
  }
  const { item, added, page } = message;
  answers = { item: JSON.stringify(item), added: JSON.stringify(added), page: JSON.stringify(page) };
  process.send?.("ready");
});
process.once("disconnect", () => process.exit());

const validateQuery = compileQuery(WishlistPageQuery);
const router = new Router({ sensitive: true });
function addWrite(path: string, schema: TSchema, answer: "item" | "added"): void {
  const validate = compileBody(schema);
  router.post(
    `${API}${path}`,
    koaBody({ json: true, urlencoded: false, multipart: false, text: false, jsonLimit: BODY_LIMIT }),
    (ctx) => {
      const errors = validate(ctx.request.body);
      if (errors.length > 0) ctx.throw(405);
      ctx.type = "application/json";
      ctx.body = answers[answer];
    },
  );
}
addWrite("/wishlist/items", CreateItemBody, "item");
addWrite("/wishlist/add-items", AddItemsBody, "added");
router.get(`${API}/wishlists`, (ctx) => {
  const errors = validateQuery(ctx.query);
  if (errors.length > 0) ctx.throw(400);
  ctx.type = "application/json";
  ctx.body = answers.page;
});

const app = new Koa();
app.use(router.routes());
app.listen(Number(process.argv[2]), "127.0.0.1");
