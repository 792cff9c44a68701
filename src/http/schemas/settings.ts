import Type, { type TProperties } from "typebox";
import { Flag, record } from "./common.ts";

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
    description: "Units from which on a variant is in stock.",
  }),
  lowStockThreshold: Count,
  holdSeconds: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    description: "How long a variant must stay in stock before anybody is told.",
  }),
  waveMultiple: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: "Customers that are told in one wave, for each unit in stock.",
  }),
  waveSeconds: Type.Integer({ minimum: 0, maximum: 604_800, description: "Time between two waves." }),
  priceDropPercent: Percent,
  priceDropAmount: Amount,
};

const optional = <T extends TProperties>(properties: T) => Type.Partial(Type.Object(properties)).properties;

export const SettingsBody = record({
  removePurchased: Type.Optional(Flag),
  allowDuplicateVariants: Type.Optional(Flag),
  alerts: Type.Optional(record(optional(alerts))),
});

export const SettingsResponse = Type.Object(
  {
    removePurchased: Type.Boolean({ description: "Take what an order bought off its list." }),
    allowDuplicateVariants: Type.Boolean({
      description: "The same variant may be on a list more than once.",
    }),
    alerts: Type.Object(alerts),
  },
  { title: "Settings" },
);
