import type { Run } from "../../api/types.ts";
import { ADVICE } from "../../words/run-reasons.ts";

/** Why a run waits or failed, or a record was rejected, and what people can do about it. */
export const Reason = ({ of: { reason, reasonCode } }: { of: Pick<Run, "reason" | "reasonCode"> }) => (
  <>
    {reason} {reasonCode && <div class="muted">{ADVICE[reasonCode]}</div>}
  </>
);
