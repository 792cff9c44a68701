import { useEffect } from "preact/hooks";
import { accountOf, type SignedIn, signIn } from "./api/session.ts";
import { Brand } from "./frame.tsx";
import { useModal } from "./ui/dialog.tsx";
import { Form, Input } from "./ui/form.tsx";

interface SignInProps {
  onSignedIn: (session: SignedIn) => void;
}

const SignInForm = ({ email: known = "", onSignedIn }: SignInProps & { email?: string }) => (
  <>
    <Form
      label="Sign in"
      submit="Sign in"
      onSend={async ({ email = "", password = "" }) => onSignedIn(await signIn(email, password))}
    >
      {(errors) => (
        <>
          <Input
            label="E-mail"
            name="email"
            type="email"
            autocomplete="username"
            required
            value={known}
            error={errors["email"]}
          />
          <Input
            label="Password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            error={errors["password"]}
          />
        </>
      )}
    </Form>
    <p class="hint">
      Forgot your password? An owner of your shop can give you a new one on the page People. The operator of
      the service can give one to an owner.
    </p>
  </>
);

/** The page for people who are not signed in, or whose session does not open the portal: `refusal` says why. */
export function SignIn({ onSignedIn, refusal }: SignInProps & { refusal: string }) {
  useEffect(() => {
    document.title = "Sign in – Wishlist portal";
  }, []);
  return (
    <main class="signing-in">
      <section class="card">
        <Brand />
        <h1>Sign in</h1>
        <p class="muted">See your customers’ wishes and manage alerts.</p>
        {refusal !== "" && (
          <p class="warn-text" role="alert">
            {refusal} Ask the operator of the service, or sign in for another shop.
          </p>
        )}
        <SignInForm onSignedIn={onSignedIn} />
      </section>
    </main>
  );
}

/**
 * The sign-in after a session has ended. It covers the page, which keeps everything that was entered, and cannot be
 * closed.
 */
export function SignInAgain({ email, onSignedIn }: SignInProps & { email: string }) {
  const dialog = useModal("[type=password]");
  return (
    <dialog
      ref={dialog}
      class="signing-in-again"
      aria-label="Sign in again"
      // Escape would close it, and then the dialog that it covers.
      onKeyDown={(event) => event.key === "Escape" && event.preventDefault()}
      // The browser's own way to close it, such as a gesture.
      onClose={() => dialog.current?.showModal()}
    >
      <h2>Sign in</h2>
      <p class="warn-text" role="alert">
        Your session has ended. Sign in again.
      </p>
      <SignInForm email={email} onSignedIn={onSignedIn} />
    </dialog>
  );
}

/** Fields for the current and the new password. */
export const PasswordFields = ({ errors }: { errors: Readonly<Record<string, string>> }) => (
  <>
    <Input
      label="Current password"
      name="current"
      type="password"
      autocomplete="current-password"
      required
      error={errors["current"]}
    />
    <Input
      label="New password"
      name="password"
      type="password"
      autocomplete="new-password"
      required
      minLength={12}
      maxLength={128}
      hint="At least 12 characters. Several words are easy to remember."
      error={errors["password"]}
    />
  </>
);

/** The page on which a one-time password must be replaced. */
export function FirstPassword({
  session,
  onSessionEnded,
  onChanged,
}: {
  session: SignedIn;
  onSessionEnded: () => void;
  onChanged: () => void;
}) {
  return (
    <main class="signing-in">
      <section class="card">
        <Brand />
        <h1>Choose a password</h1>
        <p class="muted">The password of {session.email} was valid for one sign-in only.</p>
        <Form
          label="Choose a password"
          submit="Save and continue"
          onSend={async ({ current = "", password = "" }) => {
            await accountOf(session, onSessionEnded).changePassword(current, password);
            onChanged();
          }}
        >
          {(errors) => <PasswordFields errors={errors} />}
        </Form>
      </section>
    </main>
  );
}
