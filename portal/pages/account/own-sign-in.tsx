import { useState } from "preact/hooks";
import { PasswordFields } from "../../sign-in.tsx";
import { usePortal } from "../../ui/context.ts";
import { useAction } from "../../ui/data.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Card } from "../../ui/parts.tsx";

/** Changes the own password, and signs out everywhere. */
export function OwnSignIn() {
  const { session, account, notify, onSignedOut } = usePortal();
  // A new key clears the password fields after a change.
  const [changes, setChanges] = useState(0);
  const [signOutEverywhere, isSigningOut] = useAction(async () => {
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
          question="You will be signed out in all browsers, including this one."
          isBusy={isSigningOut}
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
