import type { Cell } from "../../store/cells.ts";

/** A customer's alert, by its name. */
export const alertCell = (slot: string, name: string): Cell<"alert"> => ({
  kind: "alert",
  of: slot,
  field: name,
});
