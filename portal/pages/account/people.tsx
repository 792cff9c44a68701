import { useState } from "preact/hooks";
import { inWords } from "../../api/code-words.ts";
import type { Person, Role } from "../../api/session.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction, useData } from "../../ui/data.ts";
import { Confirm, Dialog, Secret } from "../../ui/dialog.tsx";
import { Form, Input, Select } from "../../ui/form.tsx";
import { Badge, Card, Email, Page, Show, When } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";

const ROLES = [
  ["owner", "Owner: everything"],
  ["marketing", "Marketing: reports, settings, exports"],
  ["support", "Support: read and explain"],
] as const satisfies readonly (readonly [Role, string])[];
const roleOf = (text: string | undefined): Role => ROLES.find(([role]) => role === text)?.[0] ?? "support";

function ChangeRole({
  person,
  onChanged,
  onClose,
}: {
  person: Person;
  onChanged: () => void;
  onClose: () => void;
}) {
  const { account, notify } = usePortal();
  return (
    <Dialog title={`Role of ${person.email}`} onClose={onClose}>
      <Form
        label="Role"
        submit="Save"
        onSend={async ({ role }) => {
          await account.setRole(person.id, roleOf(role));
          notify("The role is changed.");
          onChanged();
          onClose();
        }}
      >
        {() => <Select label="Role" name="role" value={person.role} options={ROLES} />}
      </Form>
    </Dialog>
  );
}

function Actions({
  person,
  onSecret,
  onChanged,
}: {
  person: Person;
  onSecret: (person: Person & { password: string }) => void;
  onChanged: () => void;
}) {
  const { account } = usePortal();
  const [isChanging, setChanging] = useState(false);
  const [reset] = useAction(async () => {
    onSecret(await account.resetPassword(person.id));
    onChanged();
    return undefined;
  });
  const [remove] = useAction(async () => {
    await account.remove(person.id);
    onChanged();
    return `${person.email} can no longer sign in.`;
  });
  return (
    <div class="actions">
      <button type="button" onClick={() => setChanging(true)}>
        Change the role
      </button>
      <Confirm
        label="New password"
        tone="calm"
        question={`${person.email} is signed out immediately, and needs the one-time password that is shown to you.`}
        onConfirm={reset}
      />
      <Confirm
        label="Remove"
        question={`${person.email} is signed out, and can no longer sign in.`}
        onConfirm={remove}
      />
      {isChanging && <ChangeRole person={person} onChanged={onChanged} onClose={() => setChanging(false)} />}
    </div>
  );
}

/** The users of this portal and their roles. */
export function PeoplePage() {
  const { session, account } = usePortal();
  const isOwner = session.role === "owner";
  const people = useData(() => (isOwner ? account.people() : Promise.resolve({ people: [] })), []);
  const [isInviting, setInviting] = useState(false);
  const [secret, setSecret] = useState<Person & { password: string }>();
  if (!isOwner) {
    return (
      <Page title="People" lead="Who signs in here">
        <Card>
          <p>Only an owner can see and invite people. Your role is {session.role}.</p>
        </Card>
      </Page>
    );
  }
  const actions = {
    name: "Actions",
    cell: (person: Person) =>
      person.id !== session.ownerId && (
        <Actions person={person} onSecret={setSecret} onChanged={people.reload} />
      ),
  };
  return (
    <Page
      title="People"
      lead="Who signs in here, and what they may do"
      actions={
        <button type="button" class="primary" onClick={() => setInviting(true)}>
          Invite somebody
        </button>
      }
    >
      <Card>
        <Show of={people}>
          {(found) => (
            <Table
              label="People"
              rows={found.people}
              keyOf={({ id }) => id}
              columns={[
                {
                  name: "E-mail",
                  cell: ({ email, mustChangePassword }) => (
                    <>
                      <Email address={email} /> {mustChangePassword && <Badge tone="warn">invited</Badge>}
                    </>
                  ),
                },
                {
                  name: "Role",
                  cell: ({ id, role }) => (id === session.ownerId ? "Owner (you)" : inWords(role)),
                },
                {
                  name: "Last sign-in",
                  cell: ({ lastSignInTime }) => <When at={lastSignInTime ?? undefined} />,
                },
                ...(found.people.length > 1 ? [actions] : []),
              ]}
            />
          )}
        </Show>
      </Card>
      {isInviting && (
        <Dialog title="Invite somebody" onClose={() => setInviting(false)}>
          <Form
            label="Invite somebody"
            submit="Invite"
            onSend={async ({ email = "", role }) => {
              setSecret(await account.invite(email, roleOf(role)));
              setInviting(false);
              people.reload();
            }}
          >
            {(errors) => (
              <>
                <Input label="E-mail" name="email" type="email" required error={errors["email"]} />
                <Select label="Role" name="role" options={ROLES} value="support" />
              </>
            )}
          </Form>
        </Dialog>
      )}
      {secret && (
        <Secret
          title="One-time password"
          facts={[
            ["E-mail", secret.email],
            ["Password", secret.password],
          ]}
          onClose={() => setSecret(undefined)}
        >
          <p class="muted">
            Send both over a secure channel. The password must be changed at the first sign-in.
          </p>
        </Secret>
      )}
    </Page>
  );
}
