import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Owners } from "../../store/owners/owners.ts";
import type { Credentials } from "../../store/tenants/client.ts";
import { TenantError } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";

/** Id of the tenant that the first start registers. */
export const DEMO = "demo";

/** E-mail address of the owner of the demo tenant. */
const DEMO_OWNER = "owner@demo.example";

/** Credentials of the demo tenant, as stored for the user of this machine. */
export interface DemoCredentials extends Credentials {
  /** Sign-in for the portal; absent in files of earlier versions. */
  owner?: { email: string; password: string };
  baseUrl: string;
  tokenUrl: string;
}

/** Returns the path of the file with the demo tenant's credentials. */
export const demoFile = (dataDir: string) => join(dataDir, "demo.json");

/**
 * Registers the tenant `demo` if there is no tenant, and writes its credentials to a file that only this user can read.
 * Resolves to the credentials if this call created them: if several processes start together, only one does. Registers
 * nothing if the file cannot be written.
 */
export async function registerDemo(
  { tenants, owners }: { tenants: Tenants; owners: Owners },
  { dataDir, publicUrl }: { dataDir: string; publicUrl: string },
): Promise<DemoCredentials | undefined> {
  if ((await tenants.list()).length > 0) return undefined;
  const file = demoFile(dataDir);
  const draft = `${file}.${process.pid}`;
  mkdirSync(dataDir, { recursive: true });
  // Before the tenant exists, because its credentials cannot be read again.
  writeFileSync(draft, "", { mode: 0o600 });
  let credentials: Credentials;
  try {
    credentials = await tenants.create(DEMO);
  } catch (err) {
    rmSync(draft);
    if (err instanceof TenantError) return undefined;
    throw err;
  }
  const { owner, password } = await owners.create(DEMO, DEMO_OWNER);
  const demo = {
    ...credentials,
    owner: { email: owner.email, password },
    baseUrl: publicUrl,
    tokenUrl: `${publicUrl}/auth/realms/${DEMO}/protocol/openid-connect/token`,
  };
  writeFileSync(draft, `${JSON.stringify(demo, null, 2)}\n`);
  renameSync(draft, file);
  return demo;
}

/** Returns the message for the person who starts the service for the first time. */
export function welcome(demo: DemoCredentials, file: string): string {
  const { baseUrl, clientId, clientSecret, tenantId, tokenUrl, owner } = demo;
  return `
The wishlist service is ready at ${baseUrl}
The documentation is at ${baseUrl}/docs

  tenant         ${tenantId}
  client id      ${clientId}
  client secret  ${clientSecret}        (stored in ${file})
${
  owner
    ? `
Sign in at ${baseUrl}/portal:

  e-mail         ${owner.email}
  password       ${owner.password}
`
    : ""
}
Get a token:

  curl -s ${tokenUrl} -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${clientSecret}
`;
}

/** Returns the message of later starts, which says where the credentials are. */
export const welcomeBack = (baseUrl: string, file: string) => `
The wishlist service is ready at ${baseUrl}
The documentation is at ${baseUrl}/docs, the portal at ${baseUrl}/portal

The credentials of the tenant ${DEMO} are in ${file}.
`;
