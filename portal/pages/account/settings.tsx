import type { Settings } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Card, Page, Show } from "../../ui/parts.tsx";
import { type SettingField, SETTINGS_FORMS } from "../../words/setting-fields.ts";
import { OwnSignIn } from "./own-sign-in.tsx";
import { SettingsForm, SettingsNote } from "./settings-form.tsx";

/** Shows the shop's name as the placeholder of the name for shared wishlists, which defaults to it. */
const withPlaceholder = (field: SettingField, { mail: { shopName } }: Settings): SettingField =>
  field.kind === "text" && field.name === "sharing/displayName"
    ? { ...field, placeholder: shopName ?? "" }
    : field;

/** The settings of wishlists, e-mail and shared wishlists, and the own sign-in. */
export function SettingsPage() {
  const { api, session } = usePortal();
  const settings = useData(() => api.get<Settings>("/settings"), []);
  return (
    <Page title="Settings" lead={`Account ${session.tenantId}, store ${api.store}`}>
      <div class="stack">
        <Show of={settings}>
          {(found) => (
            <div class="stack">
              <SettingsNote />
              {SETTINGS_FORMS.map(({ title, fields }) => (
                <Card key={title} title={title}>
                  <SettingsForm
                    label={title}
                    fields={fields.map((field) => withPlaceholder(field, found))}
                    settings={found}
                    onSaved={settings.reload}
                  />
                </Card>
              ))}
            </div>
          )}
        </Show>
        <OwnSignIn />
      </div>
    </Page>
  );
}
