import { useState } from "preact/hooks";
import { labelFor } from "./parts.tsx";

const TEXTS = { ready: "Copy", copied: "Copied", failed: "Not copied" } as const;

/** Whether the browser lets the page copy: not over plain HTTP, except from the same machine. */
const canCopy = "clipboard" in navigator;

/** A button that copies a text with a name; nothing if the page cannot copy. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const [copied, setCopied] = useState<{ text: string; state: "copied" | "failed" }>();
  if (!canCopy) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied({ text, state: "copied" }),
      () => setCopied({ text, state: "failed" }),
    );
  const shown = TEXTS[copied?.text === text ? copied.state : "ready"];
  return (
    // A window may have several: for a screen reader, each names what it copies.
    <button type="button" aria-label={labelFor(shown, name)} onClick={() => void copy()}>
      {shown}
    </button>
  );
}
