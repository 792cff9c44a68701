import type { Order } from "../../api/types.ts";
import { Badge, type Tone } from "../../ui/parts.tsx";

const TONES: Record<string, Tone> = { cancelled: "bad", refunded: "warn" };

/** Shows the status of an order, and whether it is a test. */
export const OrderState = ({ of: { status, test } }: { of: Pick<Order, "status" | "test"> }) => (
  <span class="badges">
    <Badge tone={TONES[status] ?? "calm"}>{status}</Badge>
    {test && <Badge>test</Badge>}
  </span>
);
