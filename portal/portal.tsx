import type { ComponentChildren, ComponentType } from "preact";
import { lazy, Route, Router, useLocation } from "preact-iso";
import { useCallback, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isDecodable } from "../src/text/decodable.ts";
import { Api } from "./api/api.ts";
import { sentenceOf } from "./api/problem.ts";
import { accountOf, type Role, sessionOrNobody, type SignedIn } from "./api/session.ts";
import { Frame } from "./frame.tsx";
import { entryAt, isFor } from "./menu.ts";
import { PortalContext } from "./ui/context.ts";
import { type Message, MessagesContext } from "./ui/messages.tsx";
import { Empty, Page } from "./ui/parts.tsx";

const NotLoaded = () => {
  throw new Error("the code of a page cannot be loaded");
};

/** Returns a page whose code is loaded when the page is opened. If that fails, {@link Guard} shows the error. */
const pageOf = (load: () => Promise<ComponentType>) => lazy(() => load().catch(() => NotLoaded));

const Overview = pageOf(() =>
  import("./pages/reports/overview.tsx").then(({ OverviewPage }) => OverviewPage),
);
const Reports = pageOf(() => import("./pages/reports/reports.tsx").then(({ ReportsPage }) => ReportsPage));
const Customers = pageOf(() =>
  import("./pages/customers/customers.tsx").then(({ CustomersPage }) => CustomersPage),
);
const Customer = pageOf(() =>
  import("./pages/customers/customer.tsx").then(({ CustomerPage }) => CustomerPage),
);
const Orders = pageOf(() => import("./pages/orders/orders.tsx").then(({ OrdersPage }) => OrdersPage));
const Order = pageOf(() => import("./pages/orders/order.tsx").then(({ OrderPage }) => OrderPage));
const Catalogue = pageOf(() =>
  import("./pages/catalogue/catalogue.tsx").then(({ CataloguePage }) => CataloguePage),
);
const Alerts = pageOf(() => import("./pages/alerts/alerts.tsx").then(({ AlertsPage }) => AlertsPage));
const AllAlerts = pageOf(() =>
  import("./pages/alerts/all-alerts.tsx").then(({ AllAlertsPage }) => AllAlertsPage),
);
const Feeds = pageOf(() => import("./pages/feeds/feeds.tsx").then(({ FeedsPage }) => FeedsPage));
const Exports = pageOf(() => import("./pages/exports/exports.tsx").then(({ ExportsPage }) => ExportsPage));
const Export = pageOf(() => import("./pages/exports/export.tsx").then(({ ExportPage }) => ExportPage));
const Webhooks = pageOf(() =>
  import("./pages/webhooks/webhooks.tsx").then(({ WebhooksPage }) => WebhooksPage),
);
const Webhook = pageOf(() => import("./pages/webhooks/webhook.tsx").then(({ WebhookPage }) => WebhookPage));
const Settings = pageOf(() =>
  import("./pages/account/settings.tsx").then(({ SettingsPage }) => SettingsPage),
);
const People = pageOf(() => import("./pages/account/people.tsx").then(({ PeoplePage }) => PeoplePage));
const Clients = pageOf(() => import("./pages/account/clients.tsx").then(({ ClientsPage }) => ClientsPage));
const Audit = pageOf(() => import("./pages/account/audit.tsx").then(({ AuditPage }) => AuditPage));
const Privacy = pageOf(() => import("./pages/account/privacy.tsx").then(({ PrivacyPage }) => PrivacyPage));

const NotFound = () => (
  <Page title="Page not found">
    <Empty title="This page does not exist.">
      <a href="/portal">To the overview</a>
    </Empty>
  </Page>
);

/** Moves the focus to the new page, for people who use a screen reader or the keyboard. */
function startPage(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

const Pages = () => (
  <Router onRouteChange={startPage}>
    <Route path="/portal" component={Overview} />
    <Route path="/portal/reports/:name?" component={Reports} />
    <Route path="/portal/customers" component={Customers} />
    <Route path="/portal/customers/:id" component={Customer} />
    <Route path="/portal/orders" component={Orders} />
    <Route path="/portal/orders/:ref" component={Order} />
    <Route path="/portal/catalogue" component={Catalogue} />
    <Route path="/portal/alerts" component={Alerts} />
    <Route path="/portal/alerts/all" component={AllAlerts} />
    <Route path="/portal/feeds" component={Feeds} />
    <Route path="/portal/exports" component={Exports} />
    <Route path="/portal/exports/:id" component={Export} />
    <Route path="/portal/webhooks" component={Webhooks} />
    <Route path="/portal/webhooks/:id" component={Webhook} />
    <Route path="/portal/settings" component={Settings} />
    <Route path="/portal/people" component={People} />
    <Route path="/portal/clients" component={Clients} />
    <Route path="/portal/audit" component={Audit} />
    <Route path="/portal/privacy" component={Privacy} />
    <Route default component={NotFound} />
  </Router>
);

/** Shows a page if it exists and the role may see it, else a message. */
function ForRole({ role, children }: { role: Role; children: ComponentChildren }) {
  const { path } = useLocation();
  const entry = entryAt(path);
  // A link that was cut off may end within an encoded character.
  if (!isDecodable(path)) return <NotFound />;
  if (!entry || isFor(role, entry)) return children;
  return (
    <Page title={entry.title}>
      <Empty title={`The role ${role} cannot open this page.`}>
        <p>An owner of your shop can give you another role.</p>
        <a href="/portal">To the overview</a>
      </Empty>
    </Page>
  );
}

/** Shows a message if a page fails, until another page or store is chosen. */
function Guard({ store, children }: { store: string; children: ComponentChildren }) {
  const { path } = useLocation();
  const boundary: readonly [error: unknown, reset: () => void] = useErrorBoundary();
  const [error, reset] = boundary;
  // Only the error of the previous page: the effect also runs for a page that fails when it is opened.
  useLayoutEffect(() => {
    if (error !== undefined) reset();
  }, [path, store]);
  if (error === undefined) return children;
  return (
    <Page title="Something went wrong">
      <Empty title="This page cannot be shown.">
        <p>The service may have been updated, or the connection was lost.</p>
        <button type="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </Empty>
    </Page>
  );
}

const STORE = "wishlist-portal-store";

/** Returns the store that this browser showed last, if the tenant still has it. */
const rememberedStore = ({ stores }: SignedIn) =>
  stores.find((store) => store === localStorage.getItem(STORE)) ?? stores[0] ?? "default";

/** The pages for a person who is signed in. */
export function SignedInPortal({
  session,
  hasEnded,
  onSession,
  onSessionEnded,
}: {
  session: SignedIn;
  hasEnded: boolean;
  onSession: (session: SignedIn | "nobody") => void;
  onSessionEnded: () => void;
}) {
  const [store, setStore] = useState(() => rememberedStore(session));
  const [message, setMessage] = useState<Message>();
  const hiding = useRef(0);
  const notify = useCallback((text: string, kind: "good" | "bad" = "good") => {
    setMessage({ text, kind });
    clearTimeout(hiding.current);
    // An error stays until it is dismissed.
    if (kind === "good") hiding.current = window.setTimeout(() => setMessage(undefined), 6000);
  }, []);
  const [windows, setWindows] = useState<readonly string[]>([]);
  const messages = useMemo(
    () => ({ message, windows, dismiss: () => setMessage(undefined), setWindows }),
    [message, windows],
  );
  const onSignedOut = useCallback(() => onSession("nobody"), [onSession]);
  // If this fails, the page does not change: it may show a secret that is shown only once.
  const onStoresChanged = useCallback(() => {
    sessionOrNobody().then(
      (found) => (found === "nobody" ? onSessionEnded() : onSession(found)),
      (err: unknown) => notify(sentenceOf(err), "bad"),
    );
  }, [onSession, onSessionEnded, notify]);
  const { tenantId, csrfToken } = session;
  const account = useMemo(() => accountOf({ csrfToken }, onSessionEnded), [csrfToken, onSessionEnded]);
  const api = useMemo(() => new Api(account, { tenantId, store }), [account, tenantId, store]);
  const portal = useMemo(() => {
    const choose = (chosen: string) => {
      localStorage.setItem(STORE, chosen);
      setStore(chosen);
    };
    return { session, hasEnded, account, api, setStore: choose, notify, onSignedOut, onStoresChanged };
  }, [session, hasEnded, account, api, notify, onSignedOut, onStoresChanged]);
  return (
    <PortalContext.Provider value={portal}>
      <MessagesContext.Provider value={messages}>
        <Frame>
          <Guard store={store}>
            {/* The key replaces the page for another store, so that no data of one store is shown or saved in another. */}
            <ForRole role={session.role}>
              <Pages key={store} />
            </ForRole>
          </Guard>
        </Frame>
      </MessagesContext.Provider>
    </PortalContext.Provider>
  );
}
