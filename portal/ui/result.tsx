import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * What somebody has looked for: once it is there it is scrolled to and has the focus, unless something is being entered.
 * Give each result a `key` of its own.
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
