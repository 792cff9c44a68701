import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Messages, useOpenWindow } from "./messages.tsx";
import { ActionButton } from "./parts.tsx";

/** A window above the page; Escape and its button close it, and the focus goes back to where it was. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useOpenWindow(id);
  // At once: what has the focus now is what opened the window.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    // The keyboard begins with what is asked for, not with the button that closes.
    element?.querySelector<HTMLElement>(":scope > form :is(input, select, textarea)")?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
          ✕
        </button>
      </header>
      {children}
      <Messages windowId={id} />
    </dialog>
  );
}

/** A button for what has consequences: it asks first. What cannot be undone is red. */
export function Confirm({
  label,
  question,
  onConfirm,
  tone = "danger",
  isBusy = false,
}: {
  label: string;
  question: string;
  onConfirm: () => void;
  tone?: "danger" | "calm";
  isBusy?: boolean;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionButton
        kind={tone === "danger" ? "danger" : "plain"}
        isBusy={isBusy}
        onClick={() => setAsking(true)}
      >
        {label}
      </ActionButton>
      {isAsking && (
        <Dialog title={label} onClose={() => setAsking(false)}>
          <p>{question}</p>
          <div class="actions">
            <button
              type="button"
              class={tone === "danger" ? "danger" : "primary"}
              onClick={() => {
                setAsking(false);
                onConfirm();
              }}
            >
              {label}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** A secret that is shown this once, ready to be copied. */
export function Secret({
  title,
  facts,
  onClose,
  children,
}: {
  title: string;
  facts: [name: string, value: string][];
  onClose: () => void;
  children?: ComponentChildren;
}) {
  const [copied, setCopied] = useState("");
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="warn-text">Copy this now: it is not shown again.</p>
      {facts.map(([name, value]) => (
        <div class="secret" key={name}>
          <span>{name}</span>
          <code>{value}</code>
          <button
            type="button"
            onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(name))}
          >
            {copied === name ? "Copied" : "Copy"}
          </button>
        </div>
      ))}
      {children}
    </Dialog>
  );
}
