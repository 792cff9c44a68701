import type { Role } from "./api/session.ts";
import type { IconName } from "./ui/icons.tsx";

/** A page in the menu, and the roles that may see it; all roles if absent. */
export interface MenuEntry {
  path: string;
  title: string;
  icon: IconName;
  roles?: readonly Role[];
}

const EVERYBODY_BUT_SUPPORT: readonly Role[] = ["owner", "marketing"];
const OWNERS: readonly Role[] = ["owner"];

/** The pages in groups, in the order of the menu. */
export const MENU: readonly (readonly [group: string, entries: readonly MenuEntry[]])[] = [
  [
    "Insight",
    [
      { path: "/portal", title: "Overview", icon: "overview" },
      { path: "/portal/reports", title: "Reports", icon: "reports" },
      { path: "/portal/customers", title: "Customers", icon: "customers" },
      { path: "/portal/orders", title: "Orders", icon: "orders" },
      { path: "/portal/catalogue", title: "Catalogue", icon: "catalogue" },
    ],
  ],
  [
    "Flow",
    [
      { path: "/portal/alerts", title: "Alerts", icon: "alerts" },
      { path: "/portal/feeds", title: "Feeds", icon: "feeds", roles: EVERYBODY_BUT_SUPPORT },
      { path: "/portal/exports", title: "Exports", icon: "exports", roles: EVERYBODY_BUT_SUPPORT },
      { path: "/portal/webhooks", title: "Webhooks", icon: "webhooks" },
    ],
  ],
  [
    "Account",
    [
      { path: "/portal/settings", title: "Settings", icon: "settings" },
      { path: "/portal/people", title: "People", icon: "customers" },
      { path: "/portal/clients", title: "Clients and stores", icon: "clients", roles: OWNERS },
      { path: "/portal/privacy", title: "Privacy", icon: "privacy", roles: OWNERS },
      { path: "/portal/audit", title: "Audit", icon: "audit", roles: OWNERS },
    ],
  ],
];

/** Whether a path is the page of an entry, or below it. */
export const isAt = (path: string, { path: to }: MenuEntry) =>
  path === to || (to !== "/portal" && path.startsWith(`${to}/`));

/** Returns the menu entry of a page; undefined for an unknown address. */
export const entryAt = (path: string): MenuEntry | undefined =>
  MENU.flatMap(([, entries]) => entries).find((entry) => isAt(path, entry));

/** Whether a role may see a page. */
export const isFor = (role: Role, { roles }: MenuEntry) => roles?.includes(role) ?? true;
