import { checked, isSignedOut, orNothing } from "./problem.ts";

export type Role = "owner" | "marketing" | "support";

/** The person who is signed in. */
export interface SignedIn {
  tenantId: string;
  ownerId: string;
  email: string;
  role: Role;
  mustChangePassword: boolean;
  stores: string[];
  csrfToken: string;
}

/** Another person who signs in to the portal of the tenant. */
export interface Person {
  id: string;
  email: string;
  role: Role;
  mustChangePassword: boolean;
  createdTime: string;
  lastSignInTime: string | null;
}

async function request<T>(method: string, path: string, csrfToken: string, body?: object): Promise<T> {
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

/** Loads the session of this browser; "nobody" if there is none. */
export const sessionOrNobody = (): Promise<SignedIn | "nobody"> =>
  request<SignedIn>("GET", "/session", "").catch((err: unknown) => {
    if (isSignedOut(err)) return "nobody";
    throw err;
  });

export const signIn = (email: string, password: string) =>
  request<SignedIn>("POST", "/sign-in", "", { email, password });

/**
 * Returns the portal's own requests for the person who is signed in. `onEnded` is called when the session has ended.
 */
export function accountOf({ csrfToken }: Pick<SignedIn, "csrfToken">, onEnded: () => void) {
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    try {
      return await request<T>(method, path, csrfToken, body);
    } catch (err) {
      if (!isSignedOut(err)) throw err;
      onEnded();
      // This is read after the sign-in.
      throw new Error("Your session had ended. Try again.", { cause: err });
    }
  };
  return {
    token: (store: string) => send<{ access_token: string; expires_in: number }>("POST", "/token", { store }),
    /** Signs out. A session that has already ended is not an error. */
    signOut: () =>
      request<undefined>("POST", "/sign-out", csrfToken, {}).catch((err: unknown) => {
        if (!isSignedOut(err)) throw err;
      }),
    signOutEverywhere: () => send<undefined>("POST", "/sign-out-everywhere", {}),
    changePassword: (current: string, password: string) =>
      send<undefined>("POST", "/password", { current, password }),
    people: () => send<{ people: Person[] }>("GET", "/people"),
    invite: (email: string, role: Role) =>
      send<Person & { password: string }>("POST", "/people", { email, role }),
    setRole: (id: string, role: Role) => send<Person>("PUT", `/people/${id}`, { role }),
    resetPassword: (id: string) =>
      send<Person & { password: string }>("POST", `/people/${id}/reset-password`, {}),
    /** Removes a person. One who is already removed, such as in another window, is not an error. */
    remove: (id: string) => send<undefined>("DELETE", `/people/${id}`).catch(orNothing),
  };
}
export type Account = ReturnType<typeof accountOf>;
