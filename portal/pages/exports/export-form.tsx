import { useState } from "preact/hooks";
import { HIDDEN_SECRET, SECRET_SETTINGS } from "../../../src/store/exports/secret-settings.ts";
import { inWords } from "../../api/code-words.ts";
import type { Export } from "../../api/types.ts";
import { changedIn, withChange } from "../../requests/changed.ts";
import {
  changedConnectorOf,
  type ConnectorField,
  type ConnectorForm,
  connectorForms,
  connectorOf,
} from "../../requests/connectors.ts";
import { browserZone } from "../../requests/days.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction } from "../../ui/data.ts";
import { Form, Input, Select, Switch, type Values } from "../../ui/form.tsx";
import { OWN_SCHEDULE, type Schedule, scheduleChoiceOf, scheduleIn, SCHEDULES } from "../../ui/schedule.ts";

type Errors = Readonly<Record<string, string>>;

/** Returns the settings of an export's connector from the API's answer. */
export const settingsOf = ({ connector }: Export): Record<string, unknown> => ({ ...connector });

/** Converts a setting to the text of a field; empty if the setting is absent or not a simple value. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? `${value}` : "";

/** Returns the type of an export's connector. */
export const connectorType = (of: Export): string => textOf(settingsOf(of)["type"]);

/** Loads the forms of all connectors, and then opens a dialog with them. */
export function useConnectorForms(): {
  forms: ConnectorForm[] | undefined;
  open: () => void;
  close: () => void;
  isOpening: boolean;
} {
  const [forms, setForms] = useState<ConnectorForm[]>();
  const [open, isOpening] = useAction(async () => {
    setForms(await connectorForms());
    return undefined;
  });
  return { forms, open, close: () => setForms(undefined), isOpening };
}

const YES_OR_NO = [
  ["true", "Yes"],
  ["false", "No"],
] as const;

function ConnectorInput({
  field: { name, description, isRequired, choices, type },
  value,
  error,
}: {
  field: ConnectorField;
  /** The current value; undefined for the default value and for a new export. */
  value: unknown;
  error: string | undefined;
}) {
  const isKept = value === HIDDEN_SECRET;
  const hints = [description, isKept ? "Leave it empty to keep the current value." : ""];
  const hint = hints.filter((each) => each !== "").join(" ");
  const common = {
    label: inWords(name),
    name: `connector/${name}`,
    value: isKept ? "" : textOf(value),
    ...(hint === "" ? {} : { hint }),
  };
  if (type === "flag" || choices.length > 0) {
    const options = type === "flag" ? YES_OR_NO : choices.map((choice) => [choice, choice] as const);
    const { value: chosen, ...others } = common;
    return (
      <Select
        {...others}
        {...(chosen === "" ? {} : { value: chosen })}
        options={isRequired ? options : [["", "Default"], ...options]}
      />
    );
  }
  const isSecret = isKept || SECRET_SETTINGS.has(name);
  return (
    <Input
      {...common}
      type={type === "number" ? "number" : isSecret ? "password" : "text"}
      autocomplete="off"
      required={isRequired && !isKept}
      placeholder={isRequired ? "" : "Optional"}
      error={error}
    />
  );
}

function ScheduleFields({ of, errors }: { of: Schedule | undefined; errors: Errors }) {
  const [choice, setChoice] = useState(() => scheduleChoiceOf(of));
  return (
    <>
      <Select
        label="Schedule"
        name="schedule"
        value={choice}
        onChange={setChoice}
        options={[...SCHEDULES, [OWN_SCHEDULE, "Other times"]]}
      />
      {choice === OWN_SCHEDULE && (
        <Input
          label="Times"
          name="schedule/cron"
          required
          value={of?.cron ?? ""}
          hint="Minute, hour, day, month and weekday. For example, 30 6 * * 1-5 is Monday to Friday at 06:30."
          error={errors["schedule/cron"]}
        />
      )}
      {choice !== "" && (
        <Input
          label="Time zone"
          name="schedule/timezone"
          required
          value={of?.timezone ?? browserZone()}
          error={errors["schedule/timezone"]}
        />
      )}
    </>
  );
}

/** Fields that select the customers and wishlists. The API lets only owners set them. */
function PersonFields({ of }: { of: Export | undefined }) {
  const { session } = usePortal();
  if (session.role !== "owner")
    return (
      <p class="hint">
        Only an owner can include private wishlists and customers who do not accept marketing.
      </p>
    );
  return (
    <>
      <Switch
        label="Only customers who accept marketing"
        name="onlyConsenting"
        checked={of?.onlyConsenting ?? true}
      />
      <Switch label="Include private wishlists" name="includePrivate" checked={of?.includePrivate ?? false} />
      {of && (
        <p class="hint">
          An export of changes applies these two settings only to later changes. Wishes that the target has
          already got stay there. To exclude them, delete them at the target, and add a new export.
        </p>
      )}
    </>
  );
}

const personFieldsIn = (values: Values, role: string) =>
  role === "owner"
    ? {
        onlyConsenting: values["onlyConsenting"] !== undefined,
        includePrivate: values["includePrivate"] !== undefined,
      }
    : {};

function Fields({
  form,
  forms,
  onType,
  of,
  errors,
}: {
  form: ConnectorForm | undefined;
  forms: readonly ConnectorForm[];
  /** Absent if the type cannot be changed. */
  onType?: (type: string) => void;
  of?: Export;
  errors: Errors;
}) {
  const settings = of && settingsOf(of);
  return (
    <>
      <Input label="Name" name="name" required value={of?.name ?? ""} error={errors["name"]} />
      {onType && (
        <Select
          label="Target"
          name="type"
          value={form?.type ?? ""}
          options={forms.map(({ type }) => [type, inWords(type)] as const)}
          onChange={onType}
        />
      )}
      {form?.fields.map((field) => (
        <ConnectorInput
          key={`${form.type} ${field.name}`}
          field={field}
          value={settings?.[field.name]}
          error={errors[`connector/${field.name}`]}
        />
      ))}
      <Select
        label="Content"
        name="mode"
        value={of?.mode ?? "changed"}
        options={[
          ["changed", "Changes since the last run"],
          ["full", "All wishes"],
        ]}
      />
      <ScheduleFields of={of?.schedule} errors={errors} />
      <PersonFields of={of} />
    </>
  );
}

/** The form of a new export. */
export function NewExport({
  forms,
  onCreated,
}: {
  forms: ConnectorForm[];
  onCreated: (created: Export) => void;
}) {
  const { api, session } = usePortal();
  const [type, setType] = useState(forms[0]?.type ?? "");
  const form = forms.find((each) => each.type === type);
  const create = async (values: Values) => {
    if (!form) return;
    const { name, mode } = values;
    const schedule = scheduleIn(values);
    const connector = connectorOf(form, values);
    const body = { name, mode, schedule, connector, ...personFieldsIn(values, session.role) };
    onCreated(await api.post<Export>("/exports", body));
  };
  return (
    <Form label="Add an export" submit="Add" onSend={create}>
      {(errors) => <Fields form={form} forms={forms} onType={setType} errors={errors} />}
    </Form>
  );
}

/** The form that changes an export. The type of its target cannot be changed. */
export function ChangeExport({
  of,
  forms,
  onChanged,
}: {
  of: Export;
  forms: readonly ConnectorForm[];
  onChanged: () => void;
}) {
  const { api, session } = usePortal();
  const form = forms.find(({ type }) => type === connectorType(of));
  const change = async (values: Values) => {
    const { name, mode } = values;
    const schedule = scheduleIn(values);
    const path = `/exports/${of.id}`;
    const before = settingsOf(of);
    const connector = form ? changedConnectorOf(form, values, before) : before;
    const entered = { name, mode, schedule, connector, ...personFieldsIn(values, session.role) };
    const changes = changedIn(of, entered);
    if ("connector" in changes)
      changes["connector"] = withChange(settingsOf(await api.get<Export>(path)), before, connector);
    await api.put(path, changes);
    onChanged();
  };
  return (
    <Form label="Change the export" submit="Save" onSend={change}>
      {(errors) => <Fields form={form} forms={forms} of={of} errors={errors} />}
    </Form>
  );
}
