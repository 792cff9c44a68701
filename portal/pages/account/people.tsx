import { useState } from "preact/hooks";
import { inWords } from "../../api/code-words.ts";
import type { Person, Role } from "../../api/session.ts";
import { usePortal } from "../../ui/context.ts";
import { useAction, useData } from "../../ui/data.ts";
import { Confirm, Dialog, Secret } from "../../ui/dialog.tsx";
import { Form, Input, Select, type Values } from "../../ui/form.tsx";
import { Badge, Card, Email, labelFor, Page, Show, When } from "../../ui/parts.tsx";
import { Table } from "../../ui/table.tsx";

const ROLES = [
  ["owner", "Owner: everything"],
  ["marketing", "Marketing: reports, settings, exports"],
  ["support", "Support: read and explain"],
] as const satisfies readonly (readonly [Role, string])[];
const roleOf = (text: string | undefined): Role => ROLES.find(([role]) => role === text)?.[0] ?? "support";

/** A person who was invited, or whose password was reset, with the one-time password. */
type NewSignIn = Person & { password: string };

interface Reactions {
  onSecret: (person: NewSignIn) => void;
  onChanged: () => void;
}

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

function Actions({ person, onSecret, onChanged }: { person: Person } & Reactions) {
  const { account } = usePortal();
  const [isChanging, setChanging] = useState(false);
  const [reset, isResetting] = useAction(async () => {
    onSecret(await account.resetPassword(person.id));
    onChanged();
    return undefined;
  });
  const [remove, isRemoving] = useAction(async () => {
    await account.remove(person.id);
    onChanged();
    return `${person.email} can no longer sign in.`;
  });
  return (
    <div class="actions">
      <button
        type="button"
        aria-label={labelFor("Change the role", person.email)}
        onClick={() => setChanging(true)}
      >
        Change the role
      </button>
      <Confirm
        label="New password"
        row={person.email}
        tone="calm"
        question={`${person.email} is signed out immediately, and needs the one-time password that is shown to you.`}
        isBusy={isResetting}
        onConfirm={reset}
      />
      <Confirm
        label="Remove"
        row={person.email}
        question={`${person.email} is signed out, and can no longer sign in.`}
        isBusy={isRemoving}
        onConfirm={remove}
      />
      {isChanging && <ChangeRole person={person} onChanged={onChanged} onClose={() => setChanging(false)} />}
    </div>
  );
}

function PeopleTable({ people, ...reactions }: { people: Person[] } & Reactions) {
  const { session } = usePortal();
  const actions = {
    name: "Actions",
    cell: (person: Person) => person.id !== session.ownerId && <Actions person={person} {...reactions} />,
  };
  return (
    <Table
      label="People"
      rows={people}
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
        { name: "Role", cell: ({ id, role }) => (id === session.ownerId ? "Owner (you)" : inWords(role)) },
        { name: "Last sign-in", cell: ({ lastSignInTime }) => <When at={lastSignInTime ?? undefined} /> },
        ...(people.length > 1 ? [actions] : []),
      ]}
    />
  );
}

function Invite({
  onInvited,
  onRefused,
  onClose,
}: {
  onInvited: (person: NewSignIn) => void;
  onRefused: () => void;
  onClose: () => void;
}) {
  const { account } = usePortal();
  const invite = async ({ email = "", role }: Values) => {
    try {
      onInvited(await account.invite(email, roleOf(role)));
    } catch (err) {
      // The person may be in the list since it was loaded: invited by somebody else, or by an attempt without an answer.
      onRefused();
      throw err;
    }
  };
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form label="Invite somebody" submit="Invite" onSend={invite}>
        {(errors) => (
          <>
            <Input label="E-mail" name="email" type="email" required error={errors["email"]} />
            <Select label="Role" name="role" options={ROLES} value="support" />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The users of this portal and their roles. */
export function PeoplePage() {
  const { session, account } = usePortal();
  const isOwner = session.role === "owner";
  const people = useData(() => (isOwner ? account.people() : Promise.resolve({ people: [] })), []);
  const [isInviting, setInviting] = useState(false);
  const [secret, setSecret] = useState<NewSignIn>();
  if (!isOwner) {
    return (
      <Page title="People" lead="Who signs in here">
        <Card>
          <p>Only an owner can see and invite people. Your role is {session.role}.</p>
        </Card>
      </Page>
    );
  }
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
          {(found) => <PeopleTable people={found.people} onSecret={setSecret} onChanged={people.reload} />}
        </Show>
      </Card>
      {isInviting && (
        <Invite
          onInvited={(invited) => {
            setSecret(invited);
            setInviting(false);
            people.reload();
          }}
          onRefused={people.reload}
          onClose={() => setInviting(false)}
        />
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
