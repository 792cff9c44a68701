import { useLocation } from "preact-iso";
import { useCallback, useEffect, useRef } from "preact/hooks";

/**
 * Returns a function that opens another page after an action. It does nothing if somebody has left this page in the
 * meantime: what they have entered on another page must not disappear.
 */
export function useLeave(): (path: string) => void {
  const { route } = useLocation();
  const isShown = useRef(true);
  useEffect(() => () => void (isShown.current = false), []);
  return useCallback((path) => isShown.current && route(path), [route]);
}
