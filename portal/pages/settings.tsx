import { useState } from "preact/hooks";
import { LANGUAGES } from "../api/languages.ts";
import type { Settings } from "../api/types.ts";
import { PasswordFields } from "../sign-in.tsx";
import { usePortal } from "../ui/context.ts";
import { useAction, useData } from "../ui/data.ts";
import { Confirm } from "../ui/dialog.tsx";
import { Form, Input, Select, Switch, type Values } from "../ui/form.tsx";
import { Card, Page, Show } from "../ui/parts.tsx";
import { SettingsFields } from "./settings-fields.tsx";

const orNull = (text: string | undefined) => (text === undefined || text === "" ? null : text);

function General({ settings, onSaved }: { settings: Settings; onSaved: () => void }) {
  const { api, notify } = usePortal();
  const save = async (values: Values) => {
    await api.put("/settings", {
      removePurchased: values["removePurchased"] !== undefined,
      allowDuplicateVariants: values["allowDuplicateVariants"] !== undefined,
      currency: orNull(values["currency"]),
    });
    notify("The settings are saved.");
    onSaved();
  };
  return (
    <Form label="Wishlists" submit="Save" onSend={save}>
      {(errors) => (
        <>
          <Switch
            label="Remove purchased items from their wishlist"
            name="removePurchased"
            checked={settings.removePurchased}
          />
          <Switch
            label="The same variant may be on a wishlist more than once"
            name="allowDuplicateVariants"
            checked={settings.allowDuplicateVariants}
          />
          <Input
            label="Currency of prices whose feed has none"
            name="currency"
            value={settings.currency ?? ""}
            maxLength={3}
            placeholder="EUR"
            error={errors["currency"]}
          />
        </>
      )}
    </Form>
  );
}

function Mail({ mail, onSaved }: { mail: Settings["mail"]; onSaved: () => void }) {
  const { api, notify } = usePortal();
  const save = async (values: Values) => {
    await api.put("/settings", {
      mail: {
        shopName: orNull(values["shopName"]),
        shopUrl: orNull(values["shopUrl"]),
        replyTo: orNull(values["replyTo"]),
        language: values["language"],
        collectSeconds: Number(values["collectSeconds"]),
      },
    });
    notify("The settings of e-mail are saved.");
    onSaved();
  };
  return (
    <Form label="E-mail" submit="Save" onSend={save}>
      {(errors) => (
        <div class="fields">
          <Input
            label="Name of the shop"
            name="shopName"
            value={mail.shopName ?? ""}
            error={errors["mail/shopName"]}
          />
          <Input
            label="Address of the shop"
            name="shopUrl"
            type="url"
            value={mail.shopUrl ?? ""}
            error={errors["mail/shopUrl"]}
          />
          <Input
            label="Reply-to address"
            name="replyTo"
            type="email"
            value={mail.replyTo ?? ""}
            error={errors["mail/replyTo"]}
          />
          <Select label="Language" name="language" value={mail.language} options={LANGUAGES} />
          <Input
            label="Collect alerts for"
            name="collectSeconds"
            type="number"
            min={1}
            max={3600}
            required
            value={mail.collectSeconds}
            hint="Seconds, then they come in one message"
            error={errors["mail/collectSeconds"]}
          />
        </div>
      )}
    </Form>
  );
}

function Sharing({ settings, onSaved }: { settings: Settings; onSaved: () => void }) {
  const { api, notify } = usePortal();
  const { displayName, color, darkColor } = settings.sharing;
  const save = async (values: Values) => {
    await api.put("/settings", {
      sharing: {
        displayName: orNull(values["displayName"]),
        color: orNull(values["color"]),
        darkColor: orNull(values["darkColor"]),
      },
    });
    notify("The settings of shared wishlists are saved.");
    onSaved();
  };
  return (
    <Form label="Shared wishlists" submit="Save" onSend={save}>
      {(errors) => (
        <div class="fields">
          <Input
            label="Name on the page"
            name="displayName"
            value={displayName ?? ""}
            placeholder={settings.mail.shopName ?? ""}
            error={errors["sharing/displayName"]}
          />
          <Input
            label="Colour"
            name="color"
            value={color ?? ""}
            placeholder="#1d5c4d"
            maxLength={7}
            error={errors["sharing/color"]}
          />
          <Input
            label="Colour in the dark theme"
            name="darkColor"
            value={darkColor ?? ""}
            placeholder="#2a7d69"
            maxLength={7}
            error={errors["sharing/darkColor"]}
          />
        </div>
      )}
    </Form>
  );
}

function SignIns() {
  const { session, account, notify, onSignedOut } = usePortal();
  // No password stays in the fields once it is changed.
  const [changes, setChanges] = useState(0);
  const [signOutEverywhere] = useAction(async () => {
    await account.signOutEverywhere();
    onSignedOut();
    return undefined;
  });
  return (
    <Card
      title="Your sign-in"
      actions={
        <Confirm
          label="Sign out everywhere"
          tone="calm"
          question="You are signed out in all browsers, also in this one."
          onConfirm={signOutEverywhere}
        />
      }
    >
      <p class="muted">{session.email}</p>
      <Form
        label="Change the password"
        submit="Change the password"
        onSend={async ({ current = "", password = "" }) => {
          await account.changePassword(current, password);
          notify("The password is changed. Other browsers are signed out.");
          setChanges((before) => before + 1);
        }}
      >
        {(errors) => <PasswordFields key={changes} errors={errors} />}
      </Form>
    </Card>
  );
}

/** The settings of wishlists, e-mail and shared wishlists, and the own sign-in. */
export function SettingsPage() {
  const { api, session } = usePortal();
  const settings = useData(() => api.get<Settings>("/settings"), []);
  return (
    <Page title="Settings" lead={`Tenant ${session.tenantId}, store ${api.store}`}>
      <div class="stack">
        <Show of={settings}>
          {(found) => (
            <SettingsFields>
              <Card title="Wishlists">
                <General settings={found} onSaved={settings.reload} />
              </Card>
              <Card title="E-mail">
                <Mail mail={found.mail} onSaved={settings.reload} />
              </Card>
              <Card title="Shared wishlists">
                <Sharing settings={found} onSaved={settings.reload} />
              </Card>
            </SettingsFields>
          )}
        </Show>
        <SignIns />
      </div>
    </Page>
  );
}
