import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Api } from "../api/api.ts";
import type { Account, SignedIn } from "../api/session.ts";

/** Context that every page can use. */
export interface Portal {
  session: SignedIn;
  /** Whether the session has ended. The page is covered until somebody signs in again. */
  hasEnded: boolean;
  account: Account;
  /** The API for the current store. */
  api: Api;
  setStore: (store: string) => void;
  /** Shows a short message about a success or a failure. */
  notify: (message: string, kind?: "good" | "bad") => void;
  onSignedOut: () => void;
  /** Reloads the list of stores. */
  onStoresChanged: () => void;
}

export const PortalContext = createContext<Portal | undefined>(undefined);

/**
 * Loads the data around a component again, which has the subject of its actions. Undefined without such data.
 */
export const ReloadContext = createContext<(() => void) | undefined>(undefined);

export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error("a page of the portal is shown without its frame");
  return portal;
}
