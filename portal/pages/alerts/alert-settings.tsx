import type { Settings } from "../../api/types.ts";
import { ALERT_FIELDS } from "../../words/setting-fields.ts";
import { SettingsForm } from "../account/settings-form.tsx";

/** The form with the settings of alerts. */
export const AlertSettings = (props: { settings: Settings; onSaved: () => void }) => (
  <SettingsForm label="Alert settings" fields={ALERT_FIELDS} {...props} />
);
