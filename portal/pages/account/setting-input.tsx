import type { Settings } from "../../api/types.ts";
import { changeSettings, originOf, valueOf } from "../../requests/settings.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction } from "../../ui/data.ts";
import { Input, Select, Switch } from "../../ui/form.tsx";
import { ActionButton, labelFor } from "../../ui/parts.tsx";
import type { SettingField } from "../../words/setting-fields.ts";

function Control({
  field,
  settings,
  error,
}: {
  field: SettingField;
  settings: Settings;
  error: string | undefined;
}) {
  const value = valueOf(settings, field.name);
  if (field.kind === "switch") return <Switch {...field} checked={value === true} />;
  const text = value === null ? "" : value.toString();
  if (field.kind === "choice") return <Select {...field} value={text} />;
  const { kind, ...input } = field;
  return kind === "number" ? (
    <Input min={0} {...input} type="number" required value={text} error={error} />
  ) : (
    <Input {...input} value={text} error={error} />
  );
}

/** A setting with the source of its value, and a button that removes the value if it is set here. */
export function SettingInput({
  field,
  settings,
  error,
  onChanged,
}: {
  field: SettingField;
  settings: Settings;
  error: string | undefined;
  onChanged: (settings: Settings) => void;
}) {
  const { api } = usePortal();
  const { text, without } = originOf(settings, field.name, api.store);
  const [giveBack, isGivingBack] = useAction(async () => {
    onChanged(await changeSettings(api, [[field.name, null]]));
    return `“${field.label}” now has ${without ?? ""}.`;
  });
  return (
    <div class="setting">
      <Control field={field} settings={settings} error={error} />
      <span class="origin">{text}</span>
      {without !== undefined && (
        <ActionButton
          kind="link"
          isBusy={isGivingBack}
          onClick={giveBack}
          label={labelFor(`Use ${without}`, field.label)}
        >
          Use {without}
        </ActionButton>
      )}
    </div>
  );
}
