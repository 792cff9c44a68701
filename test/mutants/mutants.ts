import { ACCESS_MUTANTS } from "./access.ts";
import { ACTOR_MUTANTS } from "./actors.ts";
import { ALERT_MUTANTS } from "./alerts.ts";
import { HTTP_MUTANTS } from "./http.ts";
import { JOB_MUTANTS } from "./jobs.ts";
import type { Mutant } from "./mutant.ts";
import { ORDER_MUTANTS } from "./orders.ts";
import { OUTBOUND_MUTANTS } from "./outbound.ts";
import { STORE_MUTANTS } from "./store.ts";
import { WAITING_MUTANTS } from "./waiting.ts";

/** Every fault that is kept; `npm run test:mutants` sees that the tests find each of them. */
export const MUTANTS: readonly Mutant[] = [
  ...ALERT_MUTANTS,
  ...ACTOR_MUTANTS,
  ...STORE_MUTANTS,
  ...WAITING_MUTANTS,
  ...HTTP_MUTANTS,
  ...ACCESS_MUTANTS,
  ...JOB_MUTANTS,
  ...ORDER_MUTANTS,
  ...OUTBOUND_MUTANTS,
];
