import { useState } from "preact/hooks";
import type { NewShare, Share } from "../../api/types.ts";
import { Code } from "../../ui/code.tsx";
import { usePortal } from "../../ui/context.ts";
import { useAction, useData } from "../../ui/data.ts";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Form, Input } from "../../ui/form.tsx";
import { formatTime } from "../../ui/format.ts";
import { Empty, Show } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";

function Links({
  shares,
  path,
  mayChange,
  onChanged,
}: {
  shares: Share[];
  path: string;
  mayChange: boolean;
  onChanged: () => void;
}) {
  const { api } = usePortal();
  const [revoke, isRevoking] = useAction(async (id: string) => {
    await api.delete(`${path}/${id}`);
    onChanged();
    return "The link is revoked.";
  });
  const columns = [
    { name: "Created", cell: ({ createdTime }: Share) => formatTime(createdTime) },
    {
      name: "Expires",
      cell: ({ expires }: Share) => (expires === undefined ? "Never" : formatTime(expires)),
    },
    { name: "Shared by", cell: ({ displayName }: Share) => displayName ?? "–" },
  ];
  const actions = {
    name: "Actions",
    cell: ({ id, createdTime }: Share) => (
      <Confirm
        label="Revoke"
        row={`link of ${formatTime(createdTime)}`}
        question="The link no longer opens the wishlist. This cannot be undone."
        isBusy={isRevoking}
        onConfirm={() => revoke(id)}
      />
    ),
  };
  return (
    <Table
      label="Valid links, oldest first"
      empty={<Empty title="No valid links">Revoked and expired links are not listed.</Empty>}
      rows={shares}
      keyOf={({ id }) => id}
      columns={mayChange ? [...columns, actions] : columns}
    />
  );
}

function NewLink({ path, onCreated }: { path: string; onCreated: () => void }) {
  const { api } = usePortal();
  const [created, setCreated] = useState<NewShare>();
  return (
    <section class="stack" aria-label="New link">
      <h3>New link</h3>
      <Form
        label="New link"
        submit="Create a link"
        onSend={async ({ displayName = "", expires = "" }) => {
          const name = displayName.trim();
          setCreated(
            await api.post<NewShare>(path, {
              ...(name === "" ? {} : { displayName: name }),
              ...(expires === "" ? {} : { expires: new Date(expires).toISOString() }),
            }),
          );
          onCreated();
        }}
      >
        {(errors) => (
          <div class="fields">
            <Input
              label="Shared by"
              name="displayName"
              maxLength={100}
              hint="Shown to everyone who has the link."
              error={errors["displayName"]}
            />
            <Input
              label="Expires"
              name="expires"
              type="datetime-local"
              hint="Leave it empty for a link that is valid until it is revoked."
              error={errors["expires"]}
            />
          </div>
        )}
      </Form>
      {created && (
        <div role="status">
          <p class="warn-text">Copy this now: it is shown only once.</p>
          <Code key={created.id} label="Link to the wishlist" text={created.url} />
        </div>
      )}
    </section>
  );
}

/** The valid links to a wishlist, and a form for a new one, which is shown only once. */
export function ShareLinks({ list, onClose }: { list: { id: string; name?: string }; onClose: () => void }) {
  const { api, session } = usePortal();
  const path = `/wishlists/${list.id}/shares`;
  const shares = useData(() => api.get<{ shares: Share[] }>(path), [path]);
  const mayChange = session.role === "owner";
  return (
    <Dialog title={`Links to ${list.name ?? "the wishlist"}`} onClose={onClose}>
      <div class="stack">
        <p class="muted">
          Everyone who has a link can see the wishlist without personal data, but cannot change it.
        </p>
        <Show of={shares}>
          {(found) => (
            <Links shares={found.shares} path={path} mayChange={mayChange} onChanged={shares.reload} />
          )}
        </Show>
        {mayChange && <NewLink path={path} onCreated={shares.reload} />}
      </div>
    </Dialog>
  );
}
