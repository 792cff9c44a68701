import type { AlertType } from "../../store/records/alerts.ts";
import type { Sale } from "../../store/records/orders.ts";
import type { ProductIdentity } from "../../store/records/records.ts";

/** A wish as reports count it. */
export interface CountedWish {
  product: ProductIdentity;
  locationRef?: string;
  /** When the wish was made. */
  madeTime: string;
  /** When the wish left its list; absent while it is on it. */
  leftTime?: string;
  purchased: boolean;
}

/** Changes of the report counters that do not follow from the event's other members. */
export interface CountedChange {
  /** A wish that is now counted in another way: its state before and after. */
  wish?: { was: CountedWish; is: CountedWish };
  /** Wishes that were on their list when it was deleted. */
  gone?: CountedWish[];
  /** For a new item from another list: the wish there, which is counted instead of the event's own item. */
  arrived?: CountedWish;
  /** Wishes that left for another list, and wishes that returned because the claim of their list was refused. */
  moved?: CountedWish[];
  returned?: CountedWish[];
  /** Removed wishes that are no longer stored. */
  dropped?: CountedWish[];
  /** Sales of an order's lines that are added, and sales that are removed. */
  sold?: Sale[];
  unsold?: Sale[];
  /** Alerts that were erased: type and time of each. */
  forgotten?: { type: AlertType; time: string }[];
}
