import { checked } from "./problem.ts";

export type Role = "owner" | "marketing" | "support";

/** Who is signed in, as the portal's own requests say. */
export interface SignedIn {
  tenantId: string;
  ownerId: string;
  email: string;
  role: Role;
  mustChangePassword: boolean;
  stores: string[];
  csrfToken: string;
}

/** Another person who signs in at the portal of the tenant. */
export interface Person {
  id: string;
  email: string;
  role: Role;
  mustChangePassword: boolean;
  createdTime: string;
  lastSignInTime: string | null;
}

async function send<T>(method: string, path: string, csrfToken: string, body?: object): Promise<T> {
  const answer = await checked(
    await fetch(`/portal/api${path}`, {
      method,
      headers: {
        ...(csrfToken === "" ? {} : { "X-CSRF-Token": csrfToken }),
        ...(body ? { "Content-Type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  );
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** The session of this browser. Throws a refusal of status 401 if there is none. */
export const currentSession = () => send<SignedIn>("GET", "/session", "");

export const signIn = (email: string, password: string) =>
  send<SignedIn>("POST", "/sign-in", "", { email, password });

/** The portal's own requests for somebody who is signed in. */
export const accountOf = ({ csrfToken }: Pick<SignedIn, "csrfToken">) => ({
  token: (store: string) =>
    send<{ access_token: string; expires_in: number }>("POST", "/token", csrfToken, { store }),
  signOut: () => send<undefined>("POST", "/sign-out", csrfToken, {}),
  signOutEverywhere: () => send<undefined>("POST", "/sign-out-everywhere", csrfToken, {}),
  changePassword: (current: string, password: string) =>
    send<undefined>("POST", "/password", csrfToken, { current, password }),
  people: () => send<{ people: Person[] }>("GET", "/people", csrfToken),
  invite: (email: string, role: Role) =>
    send<Person & { password: string }>("POST", "/people", csrfToken, { email, role }),
  setRole: (id: string, role: Role) => send<Person>("PUT", `/people/${id}`, csrfToken, { role }),
  resetPassword: (id: string) =>
    send<Person & { password: string }>("POST", `/people/${id}/reset-password`, csrfToken, {}),
  remove: (id: string) => send<undefined>("DELETE", `/people/${id}`, csrfToken),
});
export type Account = ReturnType<typeof accountOf>;
