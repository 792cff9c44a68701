import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import { isAt, isFor, MENU } from "./menu.ts";
import { usePortal } from "./ui/context.ts";
import { useAction } from "./ui/data.ts";
import { Icon } from "./ui/icons.tsx";
import { Messages } from "./ui/messages.tsx";
import { ActionButton } from "./ui/parts.tsx";

export const Brand = () => (
  <a class="brand" href="/portal">
    <Icon name="heart" size={22} />
    Wishlist
  </a>
);

function Menu() {
  const { session } = usePortal();
  const { path } = useLocation();
  return (
    <nav aria-label="Pages">
      {MENU.map(([group, entries]) => (
        <div key={group}>
          <p>{group}</p>
          <ul>
            {entries
              .filter((entry) => isFor(session.role, entry))
              .map((entry) => (
                <li key={entry.path}>
                  <a href={entry.path} aria-current={isAt(path, entry) ? "page" : undefined}>
                    <Icon name={entry.icon} />
                    {entry.title}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Shows who is signed in, the choice of the store, and the button to sign out. */
function Who() {
  const { session, account, api, setStore, onSignedOut } = usePortal();
  const [signOut, isSigningOut] = useAction(async () => {
    await account.signOut();
    onSignedOut();
    return undefined;
  });
  return (
    <div class="who">
      {session.stores.length > 1 && (
        <label>
          Store
          <select value={api.store} onChange={(event) => setStore(event.currentTarget.value)}>
            {session.stores.map((store) => (
              <option key={store}>{store}</option>
            ))}
          </select>
        </label>
      )}
      <p>{session.email}</p>
      <p class="muted">
        {session.tenantId} · {session.role}
      </p>
      <div class="actions">
        <ActionButton isBusy={isSigningOut} onClick={signOut}>
          Sign out
        </ActionButton>
      </div>
    </div>
  );
}

/** The frame of every page: menu, messages, and the page itself. */
export function Frame({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <Brand />
        <button type="button" aria-expanded={isOpen} aria-controls="side" onClick={() => setOpen(!isOpen)}>
          Menu
        </button>
      </header>
      <div id="side" class={`side ${isOpen ? "open" : ""}`}>
        <Brand />
        <Menu />
        <Who />
      </div>
      <main id="main" class="page" tabIndex={-1}>
        {children}
      </main>
      <Messages />
    </div>
  );
}
