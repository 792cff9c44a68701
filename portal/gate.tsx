import { LocationProvider, useLocation } from "preact-iso";
import { useCallback, useEffect, useState } from "preact/hooks";
import { isForbidden, sentenceOf } from "./api/problem.ts";
import { sessionOrNobody, type SignedIn } from "./api/session.ts";
import { SignedInPortal } from "./portal.tsx";
import { FirstPassword, SignIn, SignInAgain } from "./sign-in.tsx";

/**
 * Calls a function when somebody returns to the page: from another window or tab, or with the browser's back button to
 * a page that the browser has kept.
 */
function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && onReturn();
    window.addEventListener("focus", onReturn);
    window.addEventListener("pageshow", onShow);
    return () => {
      window.removeEventListener("focus", onReturn);
      window.removeEventListener("pageshow", onShow);
    };
  }, [onReturn]);
}

/** Shows the sign-in page, or the pages of the portal after the sign-in. */
function Gate() {
  const [session, setSession] = useState<SignedIn | "nobody" | "unknown">("unknown");
  const [hasEnded, setEnded] = useState(false);
  const [error, setError] = useState("");
  // Why a session that is valid does not open the portal.
  const [refusal, setRefusal] = useState("");
  const { route, path } = useLocation();
  const onSession = useCallback((found: SignedIn | "nobody") => {
    setEnded(false);
    setRefusal("");
    setSession(found);
  }, []);
  const onSessionEnded = useCallback(() => setEnded(true), []);
  const loadSession = useCallback(() => {
    setError("");
    sessionOrNobody().then(onSession, (err: unknown) => {
      if (!isForbidden(err)) {
        setError(sentenceOf(err));
        return;
      }
      // The tenant is suspended. The person may also be an owner of another shop.
      setRefusal(sentenceOf(err));
      setSession("nobody");
    });
  }, []);
  useEffect(loadSession, []);
  // Somebody may have signed in or out in another window.
  const isSignedIn = typeof session === "object";
  useReturn(
    useCallback(() => {
      sessionOrNobody().then(
        (found) => (found === "nobody" && isSignedIn ? onSessionEnded() : onSession(found)),
        // The requests of the page report that the service cannot be reached.
        () => undefined,
      );
    }, [isSignedIn]),
  );
  useEffect(() => {
    if (path !== "/portal" && path.endsWith("/")) route(path.slice(0, -1), true);
  }, [path]);
  if (error !== "") {
    return (
      <main class="notice">
        <h1>Wishlist portal</h1>
        <p role="alert">{error}</p>
        <button type="button" onClick={loadSession}>
          Try again
        </button>
      </main>
    );
  }
  if (session === "unknown") return <p class="loading">Loading…</p>;
  if (session === "nobody") return <SignIn onSignedIn={onSession} refusal={refusal} />;
  const { tenantId, ownerId, email, mustChangePassword } = session;
  return (
    <>
      {mustChangePassword ? (
        <FirstPassword session={session} onSessionEnded={onSessionEnded} onChanged={loadSession} />
      ) : (
        // The key replaces everything that another person has seen or entered.
        <SignedInPortal
          key={`${tenantId} ${ownerId}`}
          session={session}
          hasEnded={hasEnded}
          onSession={onSession}
          onSessionEnded={onSessionEnded}
        />
      )}
      {hasEnded && <SignInAgain email={email} onSignedIn={onSession} />}
    </>
  );
}

export const Portal = () => (
  <LocationProvider scope="/portal">
    <Gate />
  </LocationProvider>
);
