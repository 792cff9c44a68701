import type { ComponentChildren, RefObject } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { CopyButton } from "./copy.tsx";
import { Messages, useOpenWindow } from "./messages.tsx";
import { ActionButton, labelFor } from "./parts.tsx";

/**
 * Shows a dialog as modal, with the focus on the element of a CSS selector, else on the dialog itself: a second press of
 * Enter must not close a dialog that has just opened, such as one with a secret. The focus returns to the element that
 * had it before. Returns the reference for the dialog.
 */
export function useModal(firstFocus: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, because the element that opened the dialog still has the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    (element?.querySelector<HTMLElement>(firstFocus) ?? element)?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return dialog;
}

/** A modal dialog. Escape and its button close it, and the focus returns to the element that had it before. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const id = useId();
  useOpenWindow(id);
  // The focus starts in the first field, not on the button that closes.
  const dialog = useModal(":scope > form :is(input, select, textarea)");
  return (
    <dialog ref={dialog} tabIndex={-1} onClose={onClose} aria-labelledby={id}>
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

/**
 * A button for an action that needs a confirmation. It is red if the action cannot be undone. `row` is the name of the
 * row whose button it is.
 */
export function Confirm({
  label,
  row,
  question,
  onConfirm,
  tone = "danger",
  isBusy = false,
}: {
  label: string;
  row?: string;
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
        {...(row === undefined ? {} : { label: labelFor(label, row) })}
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

/** A dialog with a secret that is shown only once, with a button that copies it. */
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
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="warn-text">Copy this now: it is shown only once.</p>
      {facts.map(([name, value]) => (
        <div class="secret" key={name}>
          <span>{name}</span>
          <code>{value}</code>
          <CopyButton name={name} text={value} />
        </div>
      ))}
      {children}
    </Dialog>
  );
}
