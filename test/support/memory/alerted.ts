import type { AlertStage } from "./alert-stage.ts";

/** The customer's alerts in order: the type, and the prices of a drop. */
export const alertedOn = (stage: AlertStage): string[] =>
  stage
    .alerts()
    .map(({ type, price, previousPrice }) =>
      type === "price_drop" ? `${type} ${previousPrice ?? "?"} ${price ?? "?"}` : type,
    );
