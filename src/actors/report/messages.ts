import type { AlertType } from "../../store/alerts.ts";
import type { Sale } from "../../store/orders.ts";
import type { ProductIdentity } from "../../store/records.ts";

/** What reports count of a wish. */
export interface CountedWish {
  product: ProductIdentity;
  locationRef?: string;
  /** When it was made. */
  madeTime: string;
  /** When it left its list; absent while it is there. */
  leftTime?: string;
  purchased: boolean;
}

/** What an event has made of what reports count; the names that it carries tell the rest. */
export interface CountedChange {
  /** A wish that is counted in another way now. */
  wish?: { was: CountedWish; is: CountedWish };
  /** Wishes that were on their list to the end of it. */
  gone?: CountedWish[];
  /** What an order's lines are said to have sold, and what they are said no more. */
  sold?: Sale[];
  unsold?: Sale[];
  /** Alerts that are not known any more: kind and day, once for each. */
  forgotten?: { type: AlertType; time: string }[];
}
