import Type, { type TProperties } from "typebox";
import { queryReference } from "../../ingest/schemas/common.ts";

const Day = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ type: "string", "x-day": true, maxLength: 40, description }));

const period = {
  timezone: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        "Time zone of the days, such as Europe/Berlin; default UTC. Days that an earlier version counted are UTC days until the operator runs a recount.",
    }),
  ),
  from: Day("First day, or a time whose UTC day counts; default 29 days before the last day."),
  to: Day("Last day (included), or a time whose UTC day counts; default today. At most 366 days."),
  locationRef: queryReference("Only wishes for this location."),
};

const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 10_000, default: 100, description: "Rows at most." }),
);

export const ActivityQuery = Type.Object(period);
export const RowsQuery = Type.Object({ ...period, limit });
export const ConversionsQuery = Type.Object({
  ...period,
  limit,
  by: Type.Optional(
    Type.Unsafe<"variant" | "day">({
      type: "string",
      enum: ["variant", "day"],
      default: "variant",
      description: "What a row is. All days with a purchase are there, whatever the limit.",
    }),
  ),
  currency: Type.Optional(
    Type.String({ format: "iso-4217", maxLength: 3, description: "Only purchases in this currency." }),
  ),
  sortBy: Type.Optional(
    Type.Unsafe<"purchases" | "revenue">({
      type: "string",
      enum: ["purchases", "revenue"],
      default: "purchases",
      description:
        "Which variants come first. Amounts are compared as numbers: name a currency too, where there are several.",
    }),
  ),
});
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

const reportOf = <T extends TProperties>(title: string, row: T) =>
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
  wishes: Count("Added in the period."),
  removed: Count("Removed in the period: from their wishlist, after a purchase, or with the wishlist."),
  standing: Count("Added in the period, and neither purchased nor removed since."),
});

export const UnmetDemandResponse = reportOf("UnmetDemand", {
  ...names,
  units: Count("Wishes of the period that are still open; a wish is one unit."),
  available: Type.Integer({ description: "Current units in stock, zero or less." }),
  price: Money("Current price of one unit."),
  amount: Money("Units times price."),
  currency: Text,
});

export const ConversionsResponse = reportOf("Conversions", {
  day: Type.Optional(Type.String({ format: "date", description: "With by=day." })),
  ...names,
  purchases: Count("Wishes that were purchased in the period, without cancelled and refunded purchases."),
  units: Count("Purchased units."),
  revenue: Money("Revenue of these units, by the prices of the orders."),
  currency: Text,
  averageDays: Type.Number({ description: "Days from wish to purchase, with one decimal." }),
});

export const GuestsResponse = Type.Object(
  {
    wishlists: Count("Wishlists of guests that can be used."),
    openClaims: Count("Wishlists that customers have claimed and are about to get; mostly none."),
    guestDays: Type.Integer({
      minimum: 1,
      description: "Days after which an unused wishlist of a guest is deleted.",
    }),
    nextLapse: Type.Optional(
      Type.String({
        format: "date-time",
        description:
          "No wishlist of a guest is deleted as unused before this time. Absent if there are none.",
      }),
    ),
  },
  { title: "GuestFigures" },
);

const StoreCount = Type.Optional(Type.Integer({ minimum: 0, description: "Not by location." }));

export const ActivityResponse = reportOf("Activity", {
  day: Type.String({ format: "date" }),
  added: Count("Added wishes."),
  removed: Count("Removed wishes."),
  purchased: Count("Wishes bought."),
  wishlistsCreated: StoreCount,
  wishlistsDeleted: StoreCount,
  backInStockAlerts: StoreCount,
  registerInterestAlerts: StoreCount,
  priceDropAlerts: StoreCount,
  lowStockAlerts: StoreCount,
});
