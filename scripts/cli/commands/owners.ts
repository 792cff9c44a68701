import { UsageError } from "../../../src/command-line.ts";
import { NoOwner, OwnerExists } from "../../../src/store/owners/owner-errors.ts";
import { type Owner, OWNER_ROLES, type OwnerRole } from "../../../src/store/owners/owner.ts";
import { Owners } from "../../../src/store/owners/owners.ts";
import { type CliContext, CliError, command, requireTenant, table, withHint } from "../command.ts";

const ownerArgs = ["tenant", "email"];

const describeOwner = ({ email, role, isTemporary, createdTime, lastSignInTime }: Owner) => ({
  email,
  role,
  mustChangePassword: isTemporary,
  createdTime,
  lastSignInTime: lastSignInTime ?? null,
});

function roleOf(text: string): OwnerRole {
  const role = OWNER_ROLES.find((known) => known === text);
  if (!role) throw new UsageError(`there is no role ${text}; there are ${OWNER_ROLES.join(", ")}`);
  return role;
}

const noOwner = (tenant: string, email: string) => new CliError(`tenant ${tenant} has no owner ${email}`);

/** Waits for a change of an owner. If the owner was deleted meanwhile, the refusal names the e-mail address, not the id. */
async function namingEmail<T>(tenant: string, email: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (err) {
    throw err instanceof NoOwner ? noOwner(tenant, email) : err;
  }
}

/** The owner of a tenant with an e-mail address. */
async function findOwner(context: CliContext, tenant: string, email: string) {
  await requireTenant(context, tenant);
  const owners = new Owners(context.redis, context.keys);
  const found = (await owners.withEmail(email)).find(({ tenantId }) => tenantId === tenant);
  if (!found) throw noOwner(tenant, email);
  return { owners, owner: found.owner };
}

const showPassword = ({ email, password }: { email: string; password: string }) =>
  `e-mail    ${email}\npassword  ${password}\n\nThe password is shown only once. Sign in at /portal.`;

/** Commands for the people who sign in to the portal. */
export const ownerCommands = [
  command({
    name: "owner create",
    args: ownerArgs,
    options: {
      temporary: { type: "boolean", help: "the password must be changed at the first sign-in" },
      role: { type: "string", help: `${OWNER_ROLES.join(", ")}; default: owner` },
    },
    help: "add an owner, who can sign in to the portal of a tenant",
    async run({ redis, keys }, { args: { tenant = "", email = "" }, options }) {
      const { role = "owner", temporary = false } = options;
      const settings = { role: roleOf(String(role)), isTemporary: temporary === true };
      try {
        const { owner, password } = await new Owners(redis, keys).create(tenant, email, settings);
        return { email: owner.email, password };
      } catch (err) {
        // A call that was killed may have added the owner without printing the password.
        throw err instanceof OwnerExists
          ? withHint(err, `owner reset-password ${tenant} ${email}`, "a new password")
          : err;
      }
    },
    text: showPassword,
  }),
  command({
    name: "owner list",
    isAudited: false,
    args: ["tenant"],
    help: "list the people who can sign in to the portal of a tenant",
    async run(context, { args: { tenant = "" } }) {
      await requireTenant(context, tenant);
      return (await new Owners(context.redis, context.keys).list(tenant)).map(describeOwner);
    },
    text: (owners) =>
      table(
        ["e-mail", "role", "created", "last sign-in"],
        owners.map(({ email, role, createdTime, lastSignInTime }) => [
          email,
          role,
          createdTime,
          lastSignInTime ?? "never",
        ]),
      ),
  }),
  command({
    name: "owner reset-password",
    args: ownerArgs,
    help: "give a person a new one-time password for the portal, and end all of the person's sessions",
    async run(context, { args: { tenant = "", email = "" } }) {
      const { owners, owner } = await findOwner(context, tenant, email);
      const reset = owners.resetPassword(tenant, owner.id);
      return { email: owner.email, password: await namingEmail(tenant, email, reset) };
    },
    text: showPassword,
  }),
  command({
    name: "owner delete",
    args: ownerArgs,
    help: "revoke a person's access to the portal of a tenant",
    async run(context, { args: { tenant = "", email = "" } }) {
      const { owners, owner } = await findOwner(context, tenant, email);
      await namingEmail(tenant, email, owners.delete(tenant, owner.id));
      return { email: owner.email, deleted: true };
    },
    text: ({ email }) => `${email} can no longer sign in.`,
  }),
];
