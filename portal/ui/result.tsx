import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * The result of a search. It is scrolled into view and gets the focus when it appears, unless a field has the focus.
 * Each result needs its own `key`.
 */
export function Result({ label, children }: { label: string; children: ComponentChildren }) {
  const result = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement?.matches("input, select, textarea")) return;
    result.current?.focus({ preventScroll: true });
    result.current?.scrollIntoView();
  }, []);
  return (
    <div ref={result} class="result" role="group" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  );
}
