import { useState } from "preact/hooks";
import { type Scope, SCOPES } from "../../../src/http/scopes.ts";
import { inOwnersWords } from "../../api/code-words.ts";
import type { Client, NewSecret } from "../../api/types.ts";
import { usePortal } from "../../ui/context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Form, Input, Select, Switch, type Values } from "../../ui/form.tsx";
import { areSameScopes, presetOf, PRESETS } from "../../words/presets.ts";

const ALL = Object.entries(SCOPES) as [Scope, string][];
const OWN = "own";

/** Returns the scopes of a form: those of the preset, or those that are ticked. Throws if there are none. */
function scopesIn({ preset = OWN, ...values }: Values): readonly Scope[] {
  const scopes =
    PRESETS[preset]?.scopes ?? ALL.flatMap(([scope]) => (values[scope] === undefined ? [] : [scope]));
  if (scopes.length === 0) throw new Error("Choose at least one permission.");
  return scopes;
}

/** Fields for the scopes of a client: a preset, or each scope separately. */
function ScopeFields({ of }: { of?: readonly Scope[] }) {
  const [preset, setPreset] = useState(of ? (presetOf(of) ?? OWN) : "storefront");
  const names = Object.entries(PRESETS).map(([name, { title }]) => [name, title] as const);
  return (
    <>
      <Select
        label="Purpose"
        name="preset"
        value={preset}
        onChange={setPreset}
        options={[...names, [OWN, "Other: choose the permissions"]]}
      />
      {preset === OWN ? (
        <fieldset class="scopes">
          <legend>Permissions</legend>
          {ALL.map(([scope, text]) => (
            <Switch
              key={scope}
              name={scope}
              label={scope}
              hint={inOwnersWords(text)}
              checked={of?.includes(scope) ?? false}
            />
          ))}
        </fieldset>
      ) : (
        <p class="hint scopes-of">{PRESETS[preset]?.scopes.join(", ")}</p>
      )}
    </>
  );
}

/** Adds a client for an existing or a new store. */
export function AddClient({
  onAdded,
  onClose,
}: {
  onAdded: (client: NewSecret) => void;
  onClose: () => void;
}) {
  const { api } = usePortal();
  return (
    <Dialog title="Add a client" onClose={onClose}>
      <Form
        label="Add a client"
        submit="Add"
        onSend={async ({ store = "", ...values }) =>
          onAdded(await api.post<NewSecret>("/clients", { store, scopes: scopesIn(values) }))
        }
      >
        {(errors) => (
          <>
            <Input
              label="Store"
              name="store"
              required
              maxLength={64}
              value={api.store}
              hint="A new name creates another store, with its own data."
              error={errors["store"]}
            />
            <ScopeFields />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/**
 * Changes the scopes of a client. If somebody else has changed them since, it shows theirs and saves nothing: otherwise
 * a scope that they have removed would come back.
 */
export function ChangeClient({
  client,
  onChanged,
  onClose,
}: {
  client: Client;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { api, notify } = usePortal();
  const { clientId, scopes: before } = client;
  return (
    <Dialog title={`Permissions of ${clientId}`} onClose={onClose}>
      <Form
        label="Permissions"
        submit="Save"
        onSend={async (values) => {
          const scopes = scopesIn(values);
          const { clients } = await api.get<{ clients: Client[] }>("/clients");
          const now = clients.find((each) => each.clientId === clientId);
          if (now && !areSameScopes(now.scopes, before)) {
            onChanged();
            throw new Error("Somebody else has just changed these permissions. Check them, and save again.");
          }
          await api.put(`/clients/${clientId}`, { scopes });
          notify("The permissions are saved. Tokens that the client already has lose the removed ones.");
          onChanged();
          onClose();
        }}
      >
        {() => <ScopeFields key={before.join(" ")} of={before} />}
      </Form>
    </Dialog>
  );
}
