import type { ComponentChildren, JSX, TargetedSubmitEvent } from "preact";
import { useContext, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { capitalized } from "../api/code-words.ts";
import { isMissing, Refusal, sentenceAbout } from "../api/problem.ts";
import { PortalContext, ReloadContext } from "./context.ts";
import { useIsShown } from "./leave.ts";
import { MessagesContext } from "./messages.tsx";
import { labelFor } from "./parts.tsx";

/** A field with its label, and a hint or an error. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  children: (props: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": boolean;
  }) => ComponentChildren;
}) {
  const id = useId();
  const note = error === undefined ? hint : capitalized(error);
  const describedBy = note === undefined ? undefined : `${id}-note`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": describedBy, "aria-invalid": error !== undefined })}
      {note !== undefined && (
        <p id={describedBy} class={error === undefined ? "hint" : "error"}>
          {note}
        </p>
      )}
    </div>
  );
}

interface InputProps {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
  type?: "text" | "email" | "password" | "search" | "url" | "number" | "datetime-local";
  value?: string | number;
  required?: boolean;
  min?: number;
  max?: number;
  minLength?: number;
  maxLength?: number;
  step?: "any";
  placeholder?: string;
  autocomplete?: "username" | "current-password" | "new-password" | "off";
}

/** Keeps the entered value when a field is rendered again, until another value is given. */
function useEntered<T>(given: T): [entered: T, enter: (value: T) => void] {
  const [entered, setEntered] = useState(given);
  // A layout effect: an effect after the next frame would overwrite text that was typed before it.
  useLayoutEffect(() => setEntered(given), [given]);
  return [entered, setEntered];
}

/** The latest time to enter. Without it, browsers accept years of six digits, and typing 2026 and an hour enters 202609. */
const LATEST_TIME = "9999-12-31T23:59";

/** A labelled input. */
export function Input({ label, hint, error, value = "", ...input }: InputProps) {
  const [entered, enter] = useEntered(value);
  const element = useRef<HTMLInputElement>(null);
  // For browsers, spaces are a value.
  const isBlank = input.required === true && entered !== "" && `${entered}`.trim() === "";
  useLayoutEffect(
    () => element.current?.setCustomValidity(isBlank ? "Enter more than spaces." : ""),
    [isBlank],
  );
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} error={error}>
      {(props) => (
        <input
          ref={element}
          {...({ ...input, ...props } as JSX.IntrinsicElements["input"])}
          {...(input.type === "datetime-local" ? { max: LATEST_TIME } : {})}
          value={entered}
          onInput={(event) => enter(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** A labelled select. */
export function Select({
  label,
  hint,
  options,
  name,
  value,
  onChange,
}: {
  label: string;
  hint?: string;
  options: readonly (readonly [value: string, text: string])[];
  name: string;
  value?: string;
  onChange?: (value: string) => void;
}) {
  const [entered, enter] = useEntered(value ?? options[0]?.[0] ?? "");
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {(props) => (
        <select
          {...props}
          name={name}
          value={entered}
          onChange={({ currentTarget: { value: chosen } }) => {
            enter(chosen);
            onChange?.(chosen);
          }}
        >
          {options.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A setting that is on or off. */
export function Switch({
  label,
  name,
  checked = false,
  hint,
}: {
  label: string;
  name: string;
  checked?: boolean;
  hint?: string;
}) {
  const [isOn, setOn] = useEntered(checked);
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </label>
  );
}

/** The values of a form, by the names of its fields. */
export type Values = Record<string, string>;

/** Returns the label of a form's field; undefined if the form does not have the field. */
function labelIn(form: HTMLFormElement, name: string): string | undefined {
  const field = form.elements.namedItem(name);
  const isLabelled = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
  return isLabelled ? field.labels?.[0]?.textContent : undefined;
}

/**
 * A form that sends its values, and shows the service's errors beside the fields. If somebody has closed it before the
 * answer, an error is a message of the page. So is the error that its subject no longer exists: the data around it is
 * loaded again, and so the form disappears.
 */
export function Form({
  onSend,
  submit,
  children,
  label,
}: {
  /** Called with the texts of the form; `data` also has the files. */
  onSend: (values: Values, data: FormData) => Promise<void> | void;
  submit: string;
  label: string;
  children: (errors: Readonly<Record<string, string>>) => ComponentChildren;
}) {
  const [problem, setProblem] = useState<{ fields: Refusal["fields"]; sentence: string }>();
  const [isSending, setSending] = useState(false);
  const { message, dismiss } = useContext(MessagesContext);
  // The sign-in has no messages.
  const notify = useContext(PortalContext)?.notify;
  const isShown = useIsShown();
  const reloadAround = useContext(ReloadContext);
  const send = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const entries = [...data].map(([name, value]) => [name, typeof value === "string" ? value : ""]);
    setSending(true);
    setProblem(undefined);
    // Otherwise, the success of an earlier submission is still shown beside the error of this one.
    if (message?.kind === "good") dismiss();
    try {
      await onSend(Object.fromEntries(entries) as Values, data);
    } catch (err) {
      const fields = err instanceof Refusal ? err.fields : {};
      const sentence = sentenceAbout(err, (name) => labelIn(form, name));
      const isGone = isMissing(err) && reloadAround !== undefined;
      if (isGone) reloadAround();
      if (isGone || !isShown.current) notify?.(labelFor(label, sentence), "bad");
      setProblem({ fields, sentence });
      // Focuses the first wrong field, after the fields are marked.
      setTimeout(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    } finally {
      setSending(false);
    }
  };
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSending) void send(event.currentTarget);
  };
  return (
    <form onSubmit={onSubmit} aria-label={label}>
      {children(problem?.fields ?? {})}
      {problem && (
        <p class="error" role="alert">
          {problem.sentence}
        </p>
      )}
      {/* Not `disabled`, because a disabled button loses the focus. */}
      <button class="primary" aria-disabled={isSending}>
        {submit}
      </button>
    </form>
  );
}
