import { LANGUAGES } from "../../api/languages.ts";
import type { Settings } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Card, Page, Show } from "../../ui/parts.tsx";
import { OwnSignIn } from "./own-sign-in.tsx";
import type { SettingField } from "./setting-input.tsx";
import { SettingsForm, SettingsNote } from "./settings-form.tsx";

const WISHLISTS: readonly SettingField[] = [
  { kind: "switch", name: "removePurchased", label: "Remove purchased items from their wishlist" },
  {
    kind: "switch",
    name: "allowDuplicateVariants",
    label: "The same variant may be on a wishlist more than once",
  },
  {
    kind: "text",
    name: "currency",
    label: "Currency of prices that are sent without one",
    maxLength: 3,
    placeholder: "EUR",
  },
];

const MAIL: readonly SettingField[] = [
  { kind: "text", name: "mail/shopName", label: "Name of the shop" },
  {
    kind: "text",
    name: "mail/shopUrl",
    label: "Web address of the shop",
    type: "url",
    placeholder: "https://",
  },
  { kind: "text", name: "mail/replyTo", label: "Reply-to address", type: "email" },
  { kind: "choice", name: "mail/language", label: "Language", options: LANGUAGES },
  {
    kind: "number",
    name: "mail/collectSeconds",
    label: "Collect alerts for",
    hint: "Seconds. The alerts of this time come in one e-mail.",
    min: 1,
    max: 3600,
  },
];

const sharingOf = ({ mail: { shopName } }: Settings): readonly SettingField[] => [
  { kind: "text", name: "sharing/displayName", label: "Name on the page", placeholder: shopName ?? "" },
  { kind: "text", name: "sharing/color", label: "Colour", placeholder: "#1d5c4d", maxLength: 7 },
  {
    kind: "text",
    name: "sharing/darkColor",
    label: "Colour in the dark theme",
    placeholder: "#2a7d69",
    maxLength: 7,
  },
];

const FORMS = [
  ["Wishlists", () => WISHLISTS],
  ["E-mail", () => MAIL],
  ["Shared wishlists", sharingOf],
] as const;

/** The settings of wishlists, e-mail and shared wishlists, and the own sign-in. */
export function SettingsPage() {
  const { api, session } = usePortal();
  const settings = useData(() => api.get<Settings>("/settings"), []);
  return (
    <Page title="Settings" lead={`Tenant ${session.tenantId}, store ${api.store}`}>
      <div class="stack">
        <Show of={settings}>
          {(found) => (
            <div class="stack">
              <SettingsNote />
              {FORMS.map(([title, fieldsOf]) => (
                <Card key={title} title={title}>
                  <SettingsForm
                    label={title}
                    fields={fieldsOf(found)}
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
