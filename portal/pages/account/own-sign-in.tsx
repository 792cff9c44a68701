import { useState } from "preact/hooks";
import { PasswordFields } from "../../sign-in.tsx";
import { usePortal } from "../../ui/context.ts";
import { useAction } from "../../ui/data.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Card } from "../../ui/parts.tsx";

/** The own password, and the end of all own sessions. */
export function OwnSignIn() {
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
