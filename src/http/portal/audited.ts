import type { Context } from "koa";
import { defined } from "../../collections/defined.ts";
import { withKnownOutcome } from "../known-outcome.ts";
import { paramsOf, stateOf } from "../koa-context.ts";
import type { PortalParts } from "./parts.ts";
import { sessionOf } from "./request.ts";

/** Returns a handler that also writes an audit log entry, with the signed-in owner and the person in the path. */
export const audited =
  (parts: PortalParts, action: string, handle: (ctx: Context) => Promise<void>) =>
  async (ctx: Context): Promise<void> => {
    const { tenantId, owner } = await sessionOf(ctx, parts);
    const { id: person } = paramsOf(ctx);
    const entry = {
      actor: { kind: "owner" as const, id: owner.id },
      action,
      ...defined({ target: person === undefined ? undefined : { person } }),
      requestId: stateOf(ctx).requestId,
    };
    await parts.audit.record(tenantId, entry, () => withKnownOutcome(() => handle(ctx)));
  };
