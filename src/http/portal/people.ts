import type { Router } from "@koa/router";
import type { Context } from "koa";
import { Problem } from "../../ingest/problem.ts";
import { type Owner, OWNER_ROLES } from "../../store/owners/owners.ts";
import { TenantError } from "../../store/tenants/tenant.ts";
import { paramsOf } from "../koa-context.ts";
import { audited } from "./audited.ts";
import type { PortalParts } from "./parts.ts";
import { signedIn, signedInToChange, TextFields } from "./request.ts";

const present = ({ id, email, role, isTemporary, createdTime, lastSignInTime }: Owner) => ({
  id,
  email,
  role,
  mustChangePassword: isTemporary,
  createdTime,
  lastSignInTime: lastSignInTime ?? null,
});

/** Whom an owner lets sign in at the portal of its tenant, and as what. */
export function addPeopleRoutes(router: Router, parts: PortalParts): void {
  const { owners, sessions, log } = parts;

  function requireOwner({ role, isTemporary }: Owner): void {
    if (role !== "owner" || isTemporary)
      throw new Problem("Forbidden", { detail: "Only owners can manage the users of the portal." });
  }

  /** The person of the path; never the caller, so that a tenant always keeps an owner. */
  async function otherOf(ctx: Context): Promise<{ tenantId: string; person: Owner; by: string }> {
    const { tenantId, owner } = await signedInToChange(ctx, parts);
    requireOwner(owner);
    const person = await owners.find(tenantId, paramsOf(ctx)["id"] ?? "");
    if (!person) throw new Problem("ResourceNotFound", { detail: "There is no such person." });
    if (person.id === owner.id)
      throw new Problem("InvalidInput", { detail: "Another owner must do this for you." });
    return { tenantId, person, by: owner.id };
  }

  router.get("/portal/api/people", async (ctx) => {
    const { tenantId, owner } = await signedIn(ctx, parts);
    requireOwner(owner);
    ctx.body = { people: (await owners.list(tenantId)).map(present) };
  });

  router.post(
    "/portal/api/people",
    audited(parts, "invitePerson", async (ctx) => {
      const { tenantId, owner } = await signedInToChange(ctx, parts);
      requireOwner(owner);
      const fields = await TextFields.of(ctx);
      const [email, role] = [fields.text("email"), fields.choice("role", OWNER_ROLES)];
      try {
        const invited = await owners.create(tenantId, email, { role, isTemporary: true });
        log.info({ tenant: tenantId, owner: invited.owner.id, by: owner.id, role }, "owner invited");
        ctx.status = 201;
        ctx.body = { ...present(invited.owner), password: invited.password };
      } catch (err) {
        if (!(err instanceof TenantError)) throw err;
        const errors = [{ path: "/email", message: err.message }];
        throw new Problem("InvalidInput", { detail: `/email: ${err.message}`, errors });
      }
    }),
  );

  router.put(
    "/portal/api/people/:id",
    audited(parts, "changeRole", async (ctx) => {
      const { tenantId, person, by } = await otherOf(ctx);
      const role = (await TextFields.of(ctx)).choice("role", OWNER_ROLES);
      await owners.setRole(tenantId, person.id, role);
      await sessions.refresh();
      log.info({ tenant: tenantId, owner: person.id, by, role }, "role of an owner changed");
      ctx.body = present({ ...person, role });
    }),
  );

  router.post(
    "/portal/api/people/:id/reset-password",
    audited(parts, "resetPassword", async (ctx) => {
      const { tenantId, person, by } = await otherOf(ctx);
      const password = await owners.resetPassword(tenantId, person.id);
      await sessions.refresh();
      log.info({ tenant: tenantId, owner: person.id, by }, "password of an owner reset");
      ctx.body = { ...present({ ...person, isTemporary: true }), password };
    }),
  );

  router.delete(
    "/portal/api/people/:id",
    audited(parts, "removePerson", async (ctx) => {
      const { tenantId, person, by } = await otherOf(ctx);
      await owners.delete(tenantId, person.id);
      await sessions.refresh();
      log.info({ tenant: tenantId, owner: person.id, by }, "owner deleted");
      ctx.status = 204;
    }),
  );
}
