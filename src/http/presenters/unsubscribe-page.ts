import type { MailLanguage, Settings } from "../../store/tenants/settings/settings.ts";
import { html, Markup } from "../../text/markup.ts";

interface Texts {
  question: string;
  button: string;
  done: string;
  effect: string;
  invalid: string;
  invalidReason: string;
}

const TEXTS: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    question: "Unsubscribe?",
    button: "Unsubscribe",
    done: "You have been unsubscribed",
    effect: "You will not get any more e-mails about your wishlist.",
    invalid: "This link is not valid",
    invalidReason: "The link is incomplete or was changed. Open it again from the e-mail.",
  },
  de: {
    question: "Abmelden?",
    button: "Abmelden",
    done: "Sie sind abgemeldet",
    effect: "Sie erhalten keine weiteren E-Mails zu Ihrer Wunschliste.",
    invalid: "Dieser Link ist ungültig",
    invalidReason: "Der Link ist unvollständig oder wurde verändert. Öffnen Sie ihn erneut aus der E-Mail.",
  },
  fr: {
    question: "Se désabonner ?",
    button: "Se désabonner",
    done: "Vous êtes désabonné(e)",
    effect: "Vous ne recevrez plus d’e-mails au sujet de votre liste d’envies.",
    invalid: "Ce lien n’est pas valide",
    invalidReason: "Le lien est incomplet ou a été modifié. Ouvrez-le de nouveau depuis l’e-mail.",
  },
  es: {
    question: "¿Darse de baja?",
    button: "Darse de baja",
    done: "Se ha dado de baja",
    effect: "No recibirá más correos sobre su lista de deseos.",
    invalid: "Este enlace no es válido",
    invalidReason: "El enlace está incompleto o se ha modificado. Ábralo de nuevo desde el correo.",
  },
};

const STYLE = new Markup(`<style>
:root { color-scheme: light dark; --page: #f2f4f7; --surface: #fff; --text: #101828; --button: #1d2939; --on-button: #fff; }
@media (prefers-color-scheme: dark) { :root { --page: #0c1015; --surface: #12171e; --text: #e3e8ee; --button: #e3e8ee; --on-button: #12171e; } }
body { margin: 0; padding: 15vh 24px; background: var(--page); color: var(--text); font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 420px; margin: auto; padding: 32px; border-radius: 12px; background: var(--surface); text-align: center; overflow-wrap: anywhere; }
.shop { margin-bottom: 16px; font-weight: 600; }
h1 { margin: 0 0 8px; font-size: 22px; }
button { margin-top: 16px; padding: 12px 24px; border: 0; border-radius: 6px; background: var(--button); color: var(--on-button); font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid var(--text); outline-offset: 3px; }
</style>`);

/** The store's language, and the name of its shop, as in its e-mails. */
type Shop = Pick<Settings["mail"], "language" | "shopName">;

const page = ({ language, shopName }: Shop, title: string, body: Markup) =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${shopName === null ? title : `${title} – ${shopName}`}</title>
        ${STYLE}
      </head>
      <body>
        <main>
          ${shopName === null ? "" : html`<div class="shop" dir="auto">${shopName}</div>`}
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text;

/** Returns the page that asks a customer to confirm the unsubscription, in the store's language. */
export function questionPage(shop: Shop): string {
  const { question, effect, button } = TEXTS[shop.language];
  const form = html`<form method="post"><button>${button}</button></form>`;
  return page(
    shop,
    question,
    html`<div>${effect}</div>
      ${form}`,
  );
}

/** Returns the page that confirms the unsubscription, in the store's language. */
export function donePage(shop: Shop): string {
  const { done, effect } = TEXTS[shop.language];
  return page(shop, done, html`<div>${effect}</div>`);
}

/** Returns the page for a link that is not valid. It names no shop, because the shop of the link is unknown. */
export function invalidLinkPage(language: MailLanguage): string {
  const { invalid, invalidReason } = TEXTS[language];
  return page({ language, shopName: null }, invalid, html`<div>${invalidReason}</div>`);
}
