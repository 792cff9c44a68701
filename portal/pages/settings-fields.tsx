import type { ComponentChildren } from "preact";
import { usePortal } from "../ui/context.ts";

/** Forms of settings. Who may only read them sees the reason. */
export function SettingsFields({ children }: { children: ComponentChildren }) {
  const { session } = usePortal();
  const mayChange = session.role !== "support";
  return (
    <fieldset class="plain stack" disabled={!mayChange}>
      {!mayChange && (
        <p class="muted">Your role is {session.role}: it reads the settings, but cannot change them.</p>
      )}
      {children}
    </fieldset>
  );
}
