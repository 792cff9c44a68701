import { CopyButton } from "./copy.tsx";

/** A text with a button that copies it. */
export const Code = ({ label, text }: { label: string; text: string }) => (
  <div class="code">
    <pre role="region" aria-label={label} tabIndex={0}>
      <code>{text}</code>
    </pre>
    <CopyButton name={label} text={text} />
  </div>
);
