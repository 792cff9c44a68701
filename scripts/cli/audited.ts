import { userInfo } from "node:os";
import { defined } from "../../src/collections/defined.ts";
import { UsageError } from "../../src/command-line.ts";
import { type AuditEntry, AuditLog, underAudit } from "../../src/store/tenants/audit-log.ts";
import { TenantError } from "../../src/store/tenants/tenant.ts";
import { type CliCommand, type CliContext, CliError, type CliInput } from "./command.ts";

/** Arguments that name a person are not recorded. */
const PERSONAL = new Set(["email"]);

/** Returns the name of the user, or its number: in a container, the user often has no name. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

function entryOf({ name }: CliCommand, { args, options }: CliInput): AuditEntry {
  const target = Object.entries(args).filter(([arg]) => arg !== "tenant" && !PERSONAL.has(arg));
  const { store } = options;
  const members = Object.keys(options).filter((option) => option !== "store");
  return {
    actor: { kind: "operator", id: operatorName() },
    action: name,
    ...defined({
      store: typeof store === "string" ? store : undefined,
      target: target.length > 0 ? Object.fromEntries(target) : undefined,
      members: members.length > 0 ? members : undefined,
    }),
  };
}

/**
 * Runs a command. If it changes an existing tenant, it gets an entry in the audit log. The log of a tenant begins with
 * the creation of the tenant, and ends with its deletion.
 */
export async function runAudited(
  command: CliCommand,
  context: CliContext,
  input: CliInput,
): Promise<unknown> {
  const { redis, keys, now, tenants } = context;
  const run = () => command.run(context, input);
  if (command.isAudited === false) return run();
  const tenant = command.tenantOf ? await command.tenantOf(context, input) : input.args["tenant"];
  if (tenant === undefined) return run();
  const log = new AuditLog(redis, keys, now);
  const entry = entryOf(command, input);
  if (!(await tenants.find(tenant))) {
    const result = await run();
    if (await tenants.find(tenant)) await log.end(tenant, await log.begin(tenant, entry), "done");
    return result;
  }
  const onUnrecorded = (err: unknown) => {
    throw err;
  };
  const outcomeOf = (err: unknown) =>
    [UsageError, CliError, TenantError].some((kind) => err instanceof kind)
      ? ("refused" as const)
      : ("failed" as const);
  return underAudit(log, { tenant, entry }, run, { outcomeOf, onUnrecorded });
}
