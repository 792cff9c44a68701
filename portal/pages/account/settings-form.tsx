import { useState } from "preact/hooks";
import { DEFAULT_STORE } from "../../../src/store/tenants/settings/settings.ts";
import type { SignedIn } from "../../api/session.ts";
import type { Settings } from "../../api/types.ts";
import { changeSettings, type SettingValue, valueOf } from "../../requests/settings.ts";
import { usePortal } from "../../ui/context.ts";
import { Form, type Values } from "../../ui/form.tsx";
import type { SettingField, SettingName } from "../../words/setting-fields.ts";
import { SettingInput } from "./setting-input.tsx";

/** Returns the value in the field of a form. */
function enteredIn({ kind, name }: SettingField, values: Values): SettingValue {
  const text = values[name];
  if (kind === "switch") return text !== undefined;
  if (kind === "number") return Number(text);
  return text === undefined || text === "" ? null : text;
}

const mayChange = ({ role }: SignedIn) => role !== "support";

/** Says whether the settings on a page are those of the store or of the tenant, and whether they can be changed. */
export function SettingsNote() {
  const { api, session } = usePortal();
  if (!mayChange(session))
    return <p class="muted">Your role is {session.role}: you can read the settings, but not change them.</p>;
  if (session.stores.length === 1) return null;
  return (
    <p class="muted">
      {api.store === DEFAULT_STORE
        ? "These are the settings of the account. A store uses them unless it has its own value."
        : `Values that you set here are only for the store ${api.store}. For all other settings, it uses those of the account, which you can change in the store ${DEFAULT_STORE}.`}
    </p>
  );
}

/**
 * A form of settings. It sends only changed settings, because others may have been changed by somebody else in the
 * meantime. It shows the given settings until it changes some: when they are loaded again for another form of the page,
 * its entered texts stay.
 */
export function SettingsForm({
  label,
  fields,
  settings: given,
  onSaved,
}: {
  label: string;
  fields: readonly SettingField[];
  settings: Settings;
  onSaved: () => void;
}) {
  const { api, notify, session } = usePortal();
  const [settings, setSettings] = useState(given);
  const onChanged = (changed: Settings) => {
    setSettings(changed);
    onSaved();
  };
  const save = async (values: Values) => {
    const changes = fields
      .map((field): [SettingName, SettingValue] => [field.name, enteredIn(field, values)])
      .filter(([name, value]) => value !== valueOf(settings, name));
    if (changes.length > 0) onChanged(await changeSettings(api, changes));
    notify(changes.length > 0 ? "The settings are saved." : "Nothing was changed.");
  };
  const input = (field: SettingField, error: string | undefined) => (
    <SettingInput key={field.name} {...{ field, settings, error, onChanged }} />
  );
  return (
    <fieldset class="plain" disabled={!mayChange(session)}>
      <Form label={label} submit="Save" onSend={save}>
        {(errors) => (
          <>
            {fields.filter(({ kind }) => kind === "switch").map((field) => input(field, undefined))}
            <div class="fields">
              {fields
                .filter(({ kind }) => kind !== "switch")
                .map((field) => input(field, errors[field.name]))}
            </div>
          </>
        )}
      </Form>
    </fieldset>
  );
}
