import Type, { type TProperties } from "typebox";
import { oneOf, queryReference } from "../../../ingest/schemas/common.ts";

const Day = (description: string) =>
  Type.Optional(Type.Unsafe<string>({ type: "string", "x-day": true, maxLength: 40, description }));

const period = {
  timezone: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        "Time zone of the days, such as Europe/Berlin. The default is UTC. Days that an earlier version of the service counted are UTC days until the operator runs a recount.",
    }),
  ),
  from: Day(
    "First day, or a time, which stands for its UTC day. The default is 29 days before the last day.",
  ),
  to: Day(
    "Last day (included), or a time, which stands for its UTC day. The default is today. A period has at most 366 days.",
  ),
  locationRef: queryReference("Only wishes with this location."),
};

const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 10_000, default: 100, description: "Maximum number of rows." }),
);

export const ActivityQuery = Type.Object(period);
export const RowsQuery = Type.Object({ ...period, limit });
export const ConversionsQuery = Type.Object({
  ...period,
  limit,
  by: Type.Optional(
    oneOf(["variant", "day"], {
      default: "variant",
      description:
        "Whether there is a row for each variant or for each day. The limit does not apply to days.",
    }),
  ),
  currency: Type.Optional(
    Type.String({ format: "iso-4217", maxLength: 3, description: "Only purchases in this currency." }),
  ),
  sortBy: Type.Optional(
    oneOf(["purchases", "revenue"], {
      default: "purchases",
      description:
        "The figure by which variants are sorted, the highest first. Revenue is compared as a number, so also send a currency if there are several.",
    }),
  ),
});
export const MostWishedQuery = Type.Object({
  ...period,
  limit,
  by: Type.Optional(
    oneOf(["variant", "product"], {
      default: "variant",
      description: "Whether there is a row for each variant or for each product.",
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
  wishes: Count("Wishes that were added in the period."),
  removed: Count(
    "Wishes that were removed in the period: from their wishlist, after a purchase, or with the wishlist.",
  ),
  standing: Count("Wishes that were added in the period, and neither purchased nor removed since then."),
});

export const UnmetDemandResponse = reportOf("UnmetDemand", {
  ...names,
  units: Count("Wishes of the period that are still open. A wish counts as one unit."),
  available: Type.Integer({ description: "Current units in stock: 0 or less." }),
  price: Money("Current price of one unit."),
  amount: Money("Units times price."),
  currency: Text,
});

export const ConversionsResponse = reportOf("Conversions", {
  day: Type.Optional(Type.String({ format: "date", description: "The day, with by=day." })),
  ...names,
  purchases: Count(
    "Wishes that were purchased in the period. Cancelled and refunded purchases do not count.",
  ),
  units: Count("Purchased units."),
  revenue: Money("Revenue of these units, with the prices of the orders."),
  currency: Text,
  averageDays: Type.Number({
    description: "Average number of days from wish to purchase, with one decimal.",
  }),
});

export const GuestsResponse = Type.Object(
  {
    wishlists: Count("Number of guests' wishlists, including those that the next night deletes."),
    openClaims: Count("Number of claims in progress, which is usually 0."),
    guestDays: Type.Integer({
      minimum: 1,
      description: "Days after which a guest's wishlist that is not used is deleted.",
    }),
    nextLapse: Type.Optional(
      Type.String({
        format: "date-time",
        description:
          "Time before which no guest's wishlist lapses. Absent if there are no wishlists of guests.",
      }),
    ),
  },
  { title: "GuestFigures" },
);

const StoreCount = Type.Optional(
  Type.Integer({ minimum: 0, description: "Absent in reports for one location." }),
);

export const ActivityResponse = reportOf("Activity", {
  day: Type.String({ format: "date" }),
  added: Count("Wishes that were added."),
  removed: Count("Wishes that were removed."),
  purchased: Count("Wishes that were purchased."),
  wishlistsCreated: StoreCount,
  wishlistsDeleted: StoreCount,
  backInStockAlerts: StoreCount,
  registerInterestAlerts: StoreCount,
  priceDropAlerts: StoreCount,
  lowStockAlerts: StoreCount,
});
