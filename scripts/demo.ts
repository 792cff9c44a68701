// Fills a running service with the catalogue, the wishes and the orders of a small shop, then walks through what a
// storefront does:
//
//   npm run demo -- [--customers 300] [--products FILE]
//
// FILE is a product export of Shopify; without it a small outdoor shop's is used. Needs the service of `npm start` on
// this machine: its address and the credentials of tenant demo are read from DATA_DIR.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demoFile } from "../src/app/process/demo-tenant.ts";
import { readCatalogue } from "./demo/catalogue.ts";
import { Client, type Credentials } from "./demo/client.ts";
import { loadWishes, planWishes } from "./demo/load.ts";
import { restock, sendCatalogue, sendOrders } from "./demo/shop.ts";
import { walkThrough } from "./demo/walk.ts";

const { values: options } = parseArgs({
  options: {
    customers: { type: "string", default: "300" },
    products: { type: "string", default: join(import.meta.dirname, "demo/products.csv") },
  },
});
const say = (line: string) => console.log(line);

function readCredentials(): Credentials | undefined {
  const file = demoFile(process.env["DATA_DIR"] ?? "./data");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Credentials) : undefined;
}

async function main(): Promise<void> {
  const customers = Number(options.customers);
  if (!Number.isInteger(customers) || customers < 1)
    throw new Error("--customers must be a whole number above 0");
  const catalogue = readCatalogue(options.products);
  const variants = [...catalogue.products.values()].flat();
  const credentials = readCredentials();
  if (!credentials)
    throw new Error(
      "There are no demo credentials. Start the service with npm start, or set DATA_DIR as it was.",
    );

  say(`${catalogue.name}: ${catalogue.products.size} products with ${variants.length} variants`);
  const client = await Client.connect(credentials);
  say(`Sent the catalogue: ${await sendCatalogue(client, options.products)} rows applied`);
  const plan = planWishes(catalogue, { customers, run: `d${Date.now().toString(36)}` });
  const start = performance.now();
  await loadWishes(client, plan);
  const seconds = (performance.now() - start) / 1000;
  const { count, median, p99 } = client.takeTimes();
  say(
    `Loaded with ${count.toLocaleString("en")} requests in ${seconds.toFixed(1)} s: ` +
      `${(count / seconds).toFixed(0)} requests/s, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
  say(`Bought: ${await sendOrders(client, plan)} orders`);
  say(`Restocked: ${await restock(client, catalogue)} variants`);
  await walkThrough(client, catalogue, plan, say);
}

try {
  await main();
} catch (err) {
  const isAway = err instanceof Error && err.message === "fetch failed";
  process.stderr.write(`${isAway ? "The service does not answer. Start it with npm start." : String(err)}\n`);
  process.exitCode = 1;
}
