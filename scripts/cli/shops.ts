import { Shops } from "../../src/store/shops.ts";
import { CliError, command, table, wholeNumber } from "./command.ts";

const describe = ({ domain, scope, secrets, createdTime }: Awaited<ReturnType<Shops["put"]>>) => ({
  shop: domain,
  scope,
  secrets: secrets.length,
  createdTime,
});

export const shopCommands = [
  command({
    name: "shopify set",
    args: ["tenant", "shop"],
    options: {
      secret: { type: "string" },
      store: { type: "string", default: "default" },
      overlap: { type: "string", default: "3600" },
    },
    optionHelp: {
      secret: "the app's client secret, which signs the shop's webhooks",
      store: "store that the shop's customers, products and orders belong to",
      overlap: "seconds that the present secret goes on to work; an hour when absent",
    },
    help: "take the webhooks of a Shopify shop, or give it a new secret",
    async run({ redis, keys, tenants, vault }, { args: { tenant = "", shop = "" }, options }) {
      const { secret, store, overlap } = options;
      if (typeof secret !== "string" || secret === "") throw new CliError("--secret is needed");
      if (!(await tenants.find(tenant))) throw new CliError(`there is no tenant ${tenant}`);
      const place = { domain: shop, scope: `${tenant}/${String(store)}` };
      return describe(
        await new Shops(redis, keys, vault).put(place, secret, wholeNumber(String(overlap), "overlap")),
      );
    },
    text: ({ shop, scope }) => `Webhooks of ${shop} are taken for ${scope}.`,
  }),
  command({
    name: "shopify list",
    help: "list the Shopify shops whose webhooks are taken",
    run: async ({ redis, keys }) => (await new Shops(redis, keys).list()).map(describe),
    text: (shops) =>
      shops.length === 0
        ? "There are no shops."
        : table(
            ["shop", "store", "secrets", "since"],
            shops.map(({ shop, scope, secrets, createdTime }) => [shop, scope, secrets, createdTime]),
          ),
  }),
  command({
    name: "shopify remove",
    args: ["shop"],
    help: "take no more webhooks of a Shopify shop",
    async run({ redis, keys }, { args: { shop = "" } }) {
      if (!(await new Shops(redis, keys).remove(shop))) throw new CliError(`there is no shop ${shop}`);
      return { shop, removed: true };
    },
    text: ({ shop }) => `Webhooks of ${shop} are refused.`,
  }),
];
