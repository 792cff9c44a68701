import Type, { type TProperties } from "typebox";
import { queryReference } from "../../ingest/schemas/common.ts";

const Day = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ type: "string", "x-day": true, maxLength: 40, description }));

const period = {
  timezone: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        "Time zone of the days, such as Europe/Berlin; UTC unless given. Days that were counted before an update to this version are those of UTC, until the operator counts anew.",
    }),
  ),
  from: Day("First day, or a time, of which the day in UTC is meant; 29 days before the last unless given."),
  to: Day(
    "Last day, which is counted too, or a time, of which the day in UTC is meant; today unless given. At most 366 days are shown at once.",
  ),
  locationRef: queryReference("Only wishes that were made for this location."),
};

const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 10_000, default: 100, description: "Rows at most." }),
);

export const ActivityQuery = Type.Object(period);
export const RowsQuery = Type.Object({ ...period, limit });
export const MostWishedQuery = Type.Object({
  ...period,
  limit,
  by: Type.Optional(
    Type.Unsafe<"variant" | "product">({
      type: "string",
      enum: ["variant", "product"],
      default: "variant",
      description: "What a row is.",
    }),
  ),
});

const PeriodDoc = Type.Object({
  from: Type.String({ format: "date" }),
  to: Type.String({ format: "date" }),
  timezone: Type.Optional(Type.String()),
});

const reportOf = (title: string, row: TProperties) =>
  Type.Object({ period: PeriodDoc, rows: Type.Array(Type.Object(row)) }, { title });

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Text = Type.Optional(Type.String());
const Money = (description: string) => Type.Optional(Type.String({ description }));

const names = {
  productRef: Text,
  productId: Text,
  variantRef: Text,
  variantId: Text,
  title: Text,
  variantTitle: Text,
  sku: Text,
};

export const MostWishedResponse = reportOf("MostWished", {
  ...names,
  wishes: Count("Made in the period."),
  removed: Count("Left their list in the period: taken off, bought and taken off, or gone with the list."),
  standing: Count("Made in the period, and still neither bought nor gone."),
});

export const UnmetDemandResponse = reportOf("UnmetDemand", {
  ...names,
  units: Count("Wishes of the period that still stand; a wish is one unit."),
  available: Type.Integer({ description: "Units in stock now, none or less." }),
  price: Money("Of one unit, now."),
  amount: Money("Units times price."),
  currency: Text,
});

export const ConversionsResponse = reportOf("Conversions", {
  ...names,
  purchases: Count("Wishes that were bought in the period; what was cancelled or refunded since is not."),
  units: Count("Units that they were bought in."),
  revenue: Money("Of these units, by the orders' prices."),
  currency: Text,
  averageDays: Type.Number({ description: "Days from wish to purchase, to a tenth." }),
});

const StoreCount = Type.Optional(Type.Integer({ minimum: 0, description: "Not by location." }));

export const ActivityResponse = reportOf("Activity", {
  day: Type.String({ format: "date" }),
  added: Count("Wishes made."),
  removed: Count("Wishes that left their list."),
  purchased: Count("Wishes bought."),
  wishlistsCreated: StoreCount,
  wishlistsDeleted: StoreCount,
  backInStockAlerts: StoreCount,
  registerInterestAlerts: StoreCount,
  priceDropAlerts: StoreCount,
  lowStockAlerts: StoreCount,
});
