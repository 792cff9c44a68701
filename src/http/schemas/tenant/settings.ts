import Type, { type TProperties } from "typebox";
import { clearable, Flag, nullable, oneOf, record, text } from "../../../ingest/schemas/common.ts";
import { MAIL_LANGUAGES, MAIL_TEXTS, type MailText } from "../../../store/tenants/settings/settings.ts";
import { DISPLAY_NAME, DISPLAY_NAME_RULE } from "../../../text/display-name.ts";

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Amount = Type.Number({ minimum: 0 });

const alerts = {
  backInStock: Flag,
  registerInterest: Flag,
  priceDrop: Flag,
  lowStock: Flag,
  threshold: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: "Minimum number of units for a variant to count as back in stock.",
  }),
  lowStockThreshold: Count,
  holdSeconds: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    description: "How long a variant must stay in stock before customers are alerted, in seconds.",
  }),
  waveMultiple: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: "Number of customers that one wave alerts for each unit in stock.",
  }),
  waveSeconds: Type.Integer({
    minimum: 0,
    maximum: 604_800,
    description: "Time between two waves, in seconds.",
  }),
  priceDropPercent: Percent,
  priceDropAmount: Amount,
  minStepPercent: Type.Number({
    minimum: 0,
    maximum: 100,
    description:
      "How many percent a price must be below the lowest price that a customer was alerted about, for another alert.",
  }),
  email: Type.Unsafe<boolean>({
    ...Flag,
    description: "Whether alerts are also sent by e-mail, if the operator has set a mail server.",
  }),
};

const MAX_TEXTS_BYTES = 4096;

/** Returns the schema of a text that may have only its own placeholders. */
function ownText([name, placeholders]: [string, readonly string[]]) {
  const shown = placeholders.map((each) => `{${each}}`).join(", ");
  return [
    name,
    Type.Optional(
      text(200, {
        minLength: 1,
        pattern: `^(?=.*\\S)(?:[^{}\\u0000-\\u001f\\u007f]${placeholders.map((each) => `|\\{${each}\\}`).join("")})+$`,
        "x-must":
          shown === ""
            ? "be a line of text without placeholders"
            : `be a line of text with no placeholders except ${shown}`,
        description: shown === "" ? "Has no placeholders." : `Placeholders: ${shown}.`,
      }),
    ),
  ];
}
const ownTexts = Object.fromEntries(Object.entries(MAIL_TEXTS).map(ownText)) as Record<
  MailText,
  ReturnType<typeof Type.Optional<ReturnType<typeof Type.String>>>
>;

const mail = {
  shopName: nullable(
    text(100, {
      pattern: DISPLAY_NAME,
      "x-must": DISPLAY_NAME_RULE,
      description: "Name of the shop and of the sender, without angle brackets and Unicode direction marks.",
    }),
  ),
  shopUrl: nullable(
    text(2000, {
      pattern: "^https?://[^\\s]+$",
      "x-must": "be an address that starts with https:// or http://",
      description: "Address to which the shop's name links.",
    }),
  ),
  replyTo: nullable(text(320, { format: "email", description: "E-mail address for replies of customers." })),
  collectSeconds: Type.Integer({
    minimum: 1,
    maximum: 3600,
    description: "How long the alerts of a customer are collected for one message, in seconds.",
  }),
  language: oneOf(MAIL_LANGUAGES, {
    description: "Language of the messages, and format of prices and numbers.",
  }),
  texts: nullable(
    record(ownTexts, {
      "x-max-bytes": MAX_TEXTS_BYTES,
      description: `The tenant's own texts, which replace those of the language. At most ${MAX_TEXTS_BYTES} bytes as JSON. A change replaces all own texts; null restores the texts of the language.`,
    }),
  ),
};

const color = (description: string) =>
  nullable(text(7, { pattern: "^#[0-9a-fA-F]{6}$", "x-must": "be a colour such as #1d5c4d", description }));

const sharing = {
  displayName: nullable(
    text(100, {
      pattern: DISPLAY_NAME,
      "x-must": DISPLAY_NAME_RULE,
      description: "Name of the shop on the pages of shared wishlists. If it is null, mail.shopName is used.",
    }),
  ),
  color: color(
    "Colour of the shop on the pages of shared wishlists, as #rrggbb. Text on it is black or white.",
  ),
  darkColor: color("The same for the dark theme. If it is null, color is used."),
};

const Currency = nullable(
  text(3, {
    format: "iso-4217",
    description:
      "Currency of prices whose feed has no currency, such as Shopify's products, and of new customers without one.",
  }),
);

export const SettingsBody = record({
  ...clearable({ removePurchased: Flag, allowDuplicateVariants: Flag, currency: Currency }),
  alerts: Type.Optional(record(clearable(alerts))),
  mail: Type.Optional(record(clearable(mail))),
  sharing: Type.Optional(record(clearable(sharing))),
});

/** Returns the schemas of the sources of settings. */
const sourcesOf = (names: TProperties) =>
  Object.fromEntries(
    Object.keys(names).map((name) => [name, Type.Enum(["default", "tenant", "store"], { type: "string" })]),
  );

export const SettingsResponse = Type.Object(
  {
    removePurchased: Type.Boolean({
      description: "Whether purchased items are removed from their wishlist.",
    }),
    allowDuplicateVariants: Type.Boolean({
      description: "Whether the same variant may be on a wishlist more than once.",
    }),
    currency: Currency,
    alerts: Type.Object(alerts),
    mail: Type.Object(mail),
    sharing: Type.Object(sharing),
    sources: Type.Object(
      {
        ...sourcesOf({ removePurchased: Flag, allowDuplicateVariants: Flag, currency: Currency }),
        alerts: Type.Object(sourcesOf(alerts)),
        mail: Type.Object(sourcesOf(mail)),
        sharing: Type.Object(sourcesOf(sharing)),
      },
      { description: "The source of each setting: the default of the service, the tenant, or the store." },
    ),
  },
  { title: "Settings" },
);
