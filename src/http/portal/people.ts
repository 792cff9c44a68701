import type { Router } from "@koa/router";
import type { Context } from "koa";
import { Problem } from "../../ingest/problem.ts";
import { LastOwner, NoOwner, OwnerExists } from "../../store/owners/owner-errors.ts";
import { type Owner, OWNER_ROLES } from "../../store/owners/owner.ts";
import { InvalidValue, TenantError } from "../../store/tenants/tenant.ts";
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

function requireOwner({ role, isTemporary }: Owner): void {
  if (role !== "owner" || isTemporary)
    throw new Problem("Forbidden", { detail: "Only owners can manage the users of the portal." });
}

const noSuchPerson = () => new Problem("ResourceNotFound", { detail: "There is no such person." });

/** Returns the person in the path, who must not be the caller: nobody removes their own access by mistake. */
async function otherOf(
  parts: PortalParts,
  ctx: Context,
): Promise<{ tenantId: string; person: Owner; by: string }> {
  const { tenantId, owner } = await signedInToChange(ctx, parts);
  requireOwner(owner);
  const person = await parts.owners.find(tenantId, paramsOf(ctx)["id"] ?? "");
  if (!person) throw noSuchPerson();
  if (person.id === owner.id)
    throw new Problem("InvalidInput", { detail: "You cannot change or remove yourself. Another owner can." });
  return { tenantId, person, by: owner.id };
}

async function listPeople(parts: PortalParts, ctx: Context): Promise<void> {
  const { tenantId, owner } = await signedIn(ctx, parts);
  requireOwner(owner);
  ctx.body = { people: (await parts.owners.list(tenantId)).map(present) };
}

/** Returns what is wrong with an invited e-mail address, to follow its name; undefined for any other error. */
function emailError(err: TenantError): string | undefined {
  if (err instanceof InvalidValue) return "must be an e-mail address";
  return err instanceof OwnerExists
    ? "is already in the list of people, where an owner can give a new password"
    : undefined;
}

async function invite(parts: PortalParts, ctx: Context): Promise<void> {
  const { owners, limits, log } = parts;
  const { tenantId, owner } = await signedInToChange(ctx, parts);
  requireOwner(owner);
  await limits.newPasswords.count(ctx, tenantId);
  const fields = await TextFields.of(ctx);
  const email = fields.text("email");
  const role = fields.choice("role", OWNER_ROLES);
  try {
    const invited = await owners.create(tenantId, email, { role, isTemporary: true });
    log.info({ tenant: tenantId, owner: invited.owner.id, by: owner.id, role }, "owner invited");
    ctx.status = 201;
    ctx.body = { ...present(invited.owner), password: invited.password };
  } catch (err) {
    if (!(err instanceof TenantError)) throw err;
    const message = emailError(err);
    if (message === undefined) throw new Problem("InvalidInput", { detail: err.message });
    throw new Problem("InvalidInput", { errors: [{ path: "/email", message }] });
  }
}

/**
 * Waits for a change of a person beside another owner.
 *
 * @throws {Problem} if one of them does not exist any more
 */
async function besideOther<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (err) {
    if (err instanceof NoOwner) throw noSuchPerson();
    if (!(err instanceof LastOwner)) throw err;
    const detail =
      "Nobody else could manage the users of the portal. Another owner must sign in and choose a password first.";
    throw new Problem("InvalidInput", { status: 409, detail, cause: err });
  }
}

async function changeRole(parts: PortalParts, ctx: Context): Promise<void> {
  const { owners, knownTenants, log } = parts;
  const { tenantId, person, by } = await otherOf(parts, ctx);
  const role = (await TextFields.of(ctx)).choice("role", OWNER_ROLES);
  await besideOther(owners.setRole(tenantId, person.id, role));
  await knownTenants.refresh();
  log.info({ tenant: tenantId, owner: person.id, by, role }, "role of an owner changed");
  ctx.body = present({ ...person, role });
}

async function resetPassword(parts: PortalParts, ctx: Context): Promise<void> {
  const { owners, knownTenants, limits, log } = parts;
  const { tenantId, person, by } = await otherOf(parts, ctx);
  await limits.newPasswords.count(ctx, tenantId);
  const password = await besideOther(owners.resetPassword(tenantId, person.id, { keepsLast: true }));
  await knownTenants.refresh();
  log.info({ tenant: tenantId, owner: person.id, by }, "password of an owner reset");
  ctx.body = { ...present({ ...person, isTemporary: true }), password };
}

async function removePerson(parts: PortalParts, ctx: Context): Promise<void> {
  const { owners, knownTenants, log } = parts;
  const { tenantId, person, by } = await otherOf(parts, ctx);
  await besideOther(owners.delete(tenantId, person.id, { keepsLast: true }));
  await knownTenants.refresh();
  log.info({ tenant: tenantId, owner: person.id, by }, "owner deleted");
  ctx.status = 204;
}

/** Adds the routes for managing the users of the tenant's portal and their roles. */
export function addPeopleRoutes(router: Router, parts: PortalParts): void {
  const change = (action: string, run: (parts: PortalParts, ctx: Context) => Promise<void>) =>
    audited(parts, action, (ctx) => run(parts, ctx));
  router.get("/portal/api/people", (ctx) => listPeople(parts, ctx));
  router.post("/portal/api/people", change("invitePerson", invite));
  router.put("/portal/api/people/:id", change("changeRole", changeRole));
  router.post("/portal/api/people/:id/reset-password", change("resetPassword", resetPassword));
  router.delete("/portal/api/people/:id", change("removePerson", removePerson));
}
