import { useLocation } from "preact-iso";
import { useCallback, useLayoutEffect, useRef } from "preact/hooks";

/** Returns whether the page or dialog of a component is still shown, for the time after a request. */
export function useIsShown(): { readonly current: boolean } {
  const isShown = useRef(true);
  useLayoutEffect(() => () => void (isShown.current = false), []);
  return isShown;
}

/**
 * Returns a function that opens another page after an action. It does nothing if somebody has left this page in the
 * meantime: what they have entered on another page must not disappear.
 */
export function useLeave(): (path: string) => void {
  const { route } = useLocation();
  const isShown = useIsShown();
  return useCallback((path) => isShown.current && route(path), [route, isShown]);
}
