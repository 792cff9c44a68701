import { PrivacyLog } from "../../../src/store/privacy/privacy-log.ts";
import { type Redaction, Redactions } from "../../../src/store/privacy/redactions.ts";
import { refuseUndecodable } from "../../../src/store/records/undecodable.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { tenantOf } from "../../../src/store/tenants/tenant.ts";
import { HOUR_S } from "../../../src/units/durations.ts";
import {
  type CliContext,
  CliError,
  type CliInput,
  command,
  storeKeyOf,
  table,
  wholeNumber,
} from "../command.ts";
import { secretOf, secretOptions } from "../secret-input.ts";

const describe = ({ domain, storeKey, secrets, createdTime }: Awaited<ReturnType<Shops["put"]>>) => ({
  shop: domain,
  storeKey,
  secrets: secrets.length,
  createdTime,
});

const describeRedaction = ({ domain, storeKey, state, requestedTime, dueTime }: Redaction) => ({
  shop: domain,
  storeKey,
  state,
  requestedTime,
  dueTime,
});

/** The tenant of the shop that a command names. */
async function tenantOfShop({ redis, keys }: CliContext, { args: { shop = "" } }: CliInput) {
  const storeKey =
    (await new Shops(redis, keys).list()).find(({ domain }) => domain === shop.toLowerCase())?.storeKey ??
    (await new Redactions(redis, keys).find(shop))?.storeKey;
  return storeKey === undefined ? undefined : tenantOf(storeKey);
}

/** Changes the redaction of a shop, and adds the change to the privacy log of its store. */
async function changeRedaction(
  { redis, keys, now }: CliContext,
  { args: { shop = "" } }: CliInput,
  from: "waiting" | "cancelled",
) {
  const redactions = new Redactions(redis, keys);
  const log = new PrivacyLog(redis, keys);
  const found = await redactions.find(shop);
  const redaction = found && (await redactions.log(found, log));
  if (redaction?.state !== from) throw new CliError(`there is no ${from} erasure of ${shop}`);
  const changed =
    from === "waiting"
      ? await redactions.cancel(redaction, "operator", now)
      : await redactions.repeat(redaction, now);
  if (!changed) throw new CliError(`there is no ${from} erasure of ${shop}`);
  return describeRedaction(await redactions.log(changed, log));
}

export const shopCommands = [
  command({
    name: "shopify set",
    args: ["tenant", "shop"],
    options: {
      ...secretOptions,
      store: {
        type: "string",
        help: "store that the shop's customers, products and orders belong to, `default` if absent",
      },
      overlap: {
        type: "string",
        help: "seconds that the current secret stays valid; default: one hour",
      },
    },
    help: "accept the webhooks of a Shopify shop, signed with the app's client secret, or set a new secret",
    async run(context, input) {
      const { redis, keys, vault, now } = context;
      const { tenant = "", shop = "" } = input.args;
      const { store = "default", overlap = HOUR_S } = input.options;
      const storeKey = await storeKeyOf(context, tenant, store);
      const secret = await secretOf(context, input);
      const place = { domain: shop, storeKey };
      const shops = new Shops(redis, keys, vault, refuseUndecodable, now);
      return describe(await shops.put(place, secret, wholeNumber(String(overlap), "overlap")));
    },
    text: ({ shop, storeKey }) => `Webhooks of ${shop} are accepted for ${storeKey}.`,
  }),
  command({
    name: "shopify list",
    help: "list the Shopify shops whose webhooks are accepted",
    run: async ({ redis, keys }) => (await new Shops(redis, keys).list()).map(describe),
    text: (shops) =>
      shops.length === 0
        ? "There are no shops."
        : table(
            ["shop", "store", "secrets", "since"],
            shops.map(({ shop, storeKey, secrets, createdTime }) => [shop, storeKey, secrets, createdTime]),
          ),
  }),
  command({
    name: "shopify remove",
    args: ["shop"],
    help: "stop accepting the webhooks of a Shopify shop",
    tenantOf: tenantOfShop,
    async run({ redis, keys }, { args: { shop = "" } }) {
      if (!(await new Shops(redis, keys).remove(shop))) throw new CliError(`there is no shop ${shop}`);
      return { shop, removed: true };
    },
    text: ({ shop }) => `Webhooks of ${shop} are refused.`,
  }),
  command({
    name: "shopify redactions",
    help: "list the shops whose erasure Shopify requested, with the time of the erasure",
    run: async ({ redis, keys }) => (await new Redactions(redis, keys).list()).map(describeRedaction),
    text: (redactions) =>
      redactions.length === 0
        ? "No erasure of a shop was requested."
        : table(
            ["shop", "store", "state", "requested", "due"],
            redactions.map((each) => [
              each.shop,
              each.storeKey,
              each.state,
              each.requestedTime,
              each.dueTime,
            ]),
          ),
  }),
  command({
    name: "shopify repeat-redaction",
    args: ["shop"],
    help: "carry out the cancelled erasure of a shop, at the next start or in the next night",
    tenantOf: tenantOfShop,
    run: (context, input) => changeRedaction(context, input, "cancelled"),
    text: ({ shop }) => `The data of ${shop} is erased at the next start, or in the next night.`,
  }),
  command({
    name: "shopify cancel-redaction",
    args: ["shop"],
    help: "cancel the waiting erasure of a shop",
    tenantOf: tenantOfShop,
    run: (context, input) => changeRedaction(context, input, "waiting"),
    text: ({ shop }) => `The erasure of ${shop} is cancelled; its data is kept.`,
  }),
];
