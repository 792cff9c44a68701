import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { CSV, ended, lines, NDJSON, upload } from "../support/data/feeds.ts";
import { AlertCount } from "../support/jobs/alert-count.ts";
import {
  Catalogue,
  History,
  keyOf,
  type Kind,
  productRefs,
  type Row,
  type Sent,
  stockOfAll,
  variants,
  variantsOf,
} from "../support/models/catalogue.ts";
import { runs } from "../support/runner/runs.ts";
import { type Caller, type Json, type Service, WS } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { sharedService } from "../support/shared-service.ts";
import { alertsOf, wishFor } from "../support/shop.ts";

/** Each run has another history; the seed of a failure is in its message. */
const SEED = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const ROUNDS = runs(3).numRuns;
/** Writes a product row with all variants of its product. */
function productRow({ available, ...product }: Row): Row & { variants: object[] } {
  const listed = variantsOf(String(product["productRef"])).map(({ names, hasLocations }) => ({
    ...names,
    ...(hasLocations || available === undefined ? {} : { available }),
  }));
  return Object.assign(product, { variants: listed });
}

/** Writes rows as CSV: of products, a line for each variant. */
function csvOf(rows: readonly (Row & { variants?: object[] })[]): string {
  const flat = rows.flatMap(({ variants: listed = [{}], ...row }) =>
    listed.map((variant): Row => ({ ...row, ...variant })),
  );
  const columns = [...new Set(flat.flatMap((row) => Object.keys(row)))];
  const table = flat.map((row) => columns.map((column) => row[column] ?? "").join(";"));
  return `\uFEFF${[columns.join(";"), ...table].join("\r\n")}\r\n`;
}

/** Whether two rows in succession are about the same product; in CSV, they would be one row. */
const isSame = (row: Row, i: number, rows: readonly Row[]) =>
  row["productRef"] === rows[i - 1]?.["productRef"];

/** Sends rows of one kind: in a request, in one for each row, or in a file. */
async function send(shop: Caller, kind: Kind, rows: readonly Row[], form: string): Promise<void> {
  const plain = kind === "products" ? rows.map(productRow) : rows;
  if (form === "one by one" || form === "request") {
    for (const body of form === "request" ? [plain] : plain) {
      const { status, body: answer } = await shop.post(`${WS}/${kind}`, body);
      assert.equal(status, 202);
      assert.deepEqual(
        answer.results.flatMap(({ error }: Json) => error ?? []),
        [],
      );
    }
    return;
  }
  const isCsv = form === CSV && !(kind === "products" && rows.some(isSame));
  const [type, raw] = isCsv ? [CSV, csvOf(plain)] : [NDJSON, lines(plain)];
  const { body } = await upload(shop, kind, type, raw);
  const { status, errors } = await ended(shop, body.id);
  assert.deepEqual([status, errors], ["finished", []]);
}

/** Sends rows in their order, those of the same kind together. */
async function sendAll(shop: Caller, rows: readonly Sent[], formOf: () => string): Promise<void> {
  for (const kind of ["stock-levels", "products"] as const) {
    const some = rows.filter((each) => each.kind === kind).map(({ row }) => row);
    if (some.length > 0) await send(shop, kind, some, formOf());
  }
}

/** Returns a product as the model shows it. */
async function shownBy(shop: Caller, productRef: string) {
  const { status, body } = await shop.get(`${WS}/products/${productRef}`);
  if (status === 404) return undefined;
  const levels = body.variants.flatMap(({ variantRef, stockLevels }: Json) =>
    stockLevels.map(
      ({ locationRef, available, updatedTime }: Json) =>
        `${keyOf(variantRef, locationRef)} ${available} ${updatedTime}`,
    ),
  );
  return { title: body.title, levels: levels.sort() };
}

describe("a catalogue that several senders write at the same time, in requests and files", () => {
  let service: Service;
  let shop: Caller;
  before(async () => {
    service = await sharedService();
    shop = await service.newCaller();
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveSeconds: 0 } });
  });

  it("has the newest row of each thing, with stock that came before its product, and alerts once per rise", async () => {
    const model = new Catalogue();
    const history = new History(SEED, model);
    const forms = ["one by one", "request", NDJSON, CSV];
    const customers: Json[] = [];
    for (const { productRef, names } of variants)
      customers.push((await wishFor(shop, { productRef, ...names }, { notifyMe: true })).customer);

    for (let round = 0; round < ROUNDS; round++) {
      const gone = history.pick(productRefs);
      if (model.shown(gone)) {
        assert.equal((await shop.delete(`${WS}/products/${gone}`)).status, 204);
        model.delete(gone);
      }
      const parts = history.divided(history.rows());
      await Promise.all(parts.map((rows) => sendAll(shop, rows, () => history.pick(forms))));
      await settled(service);
      for (const productRef of productRefs)
        assert.deepEqual(
          await shownBy(shop, productRef),
          model.shown(productRef),
          `${productRef}, round ${round}, SEED=${SEED}`,
        );
    }

    const alerts = await Promise.all(customers.map((customer) => alertsOf(shop, customer)));
    for (const each of alerts) {
      // A product that is created again begins with the first rise.
      const cycles = each.map(({ productId, cycle }) => `${productId} ${cycle}`);
      assert.equal(new Set(cycles).size, cycles.length, `alerts of one rise, SEED=${SEED}`);
    }
    // Everything is sold out, and then available again, as every sender reports.
    await sendAll(shop, stockOfAll(0, 1), () => "request");
    await settled(service);
    const before = await Promise.all(
      customers.map(async (customer) => (await alertsOf(shop, customer)).length),
    );
    await Promise.all(forms.map((form) => sendAll(shop, stockOfAll(5, 2), () => form)));
    await new AlertCount(service, shop).expect(
      customers,
      before.map((count) => count + 1),
    );
  });
});
