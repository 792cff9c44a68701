import { useState } from "preact/hooks";

/** A text with a button that copies it. */
export function Code({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div class="code">
      <pre role="region" aria-label={label} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <button
        type="button"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}
