import type { AlertRecord } from "../../store/records/alerts.ts";
import type { MailSettings } from "../../store/tenants/settings/settings.ts";
import { mailDigestOf } from "./digest.ts";
import { htmlOf } from "./templates/html.ts";
import { plainTextOf } from "./templates/text.ts";

/** Returns a sample alert. */
const sample = (about: Pick<AlertRecord, "type" | "title" | "variantTitle" | "price">): AlertRecord => ({
  id: about.type,
  status: "sent",
  customerId: "",
  customerRef: "",
  productId: about.title,
  productRef: about.title,
  variantRef: about.title,
  variantId: about.title,
  itemIds: [],
  cycle: 1,
  available: 3,
  currency: "EUR",
  url: "https://shop.example/",
  createdTime: "2026-01-01T00:00:00.000Z",
  ...about,
});

const SAMPLES: readonly AlertRecord[] = [
  sample({ type: "back_in_stock", title: "Trail Runner Low", variantTitle: "42 / Moss", price: "119.00" }),
  {
    ...sample({ type: "price_drop", title: "Merino Beanie", variantTitle: "Rust", price: "24.90" }),
    previousPrice: "39.00",
  },
  sample({ type: "low_stock", title: "Two-Person Tent", variantTitle: "Sand", price: "349.00" }),
];

/** Returns an alert message with sample products and these settings. */
export function previewMail(settings: MailSettings): { subject: string; text: string; html: string } {
  const digest = mailDigestOf(SAMPLES, settings, "https://shop.example/unsubscribe");
  return { subject: digest.subject, text: plainTextOf(digest), html: htmlOf(digest) };
}
