import { ownValue } from "../../collections/own-value.ts";
import type { AlertType } from "../../store/records/alerts.ts";
import type { MailLanguage, MailText, MailTexts } from "../../store/tenants/settings/settings.ts";
import { shownPrice } from "../../text/shown.ts";

type Texts = Readonly<Record<MailText, string>>;

const en: Texts = {
  backInStock: "Back in stock",
  registerInterest: "Available now",
  priceDrop: "Price drop",
  lowStock: "Only {count} left",
  fewLeft: "Only a few left",
  subject: "{headline}: {title}",
  subjectAndOne: "{headline}: {title} and 1 more",
  subjectAndMore: "{headline}: {title} and {count} more",
  subjectMixed: "News about {count} items on your wishlist",
  introOne: "There is news about an item on your wishlist.",
  introMany: "There is news about {count} items on your wishlist.",
  previousPrice: "was {price}",
  view: "View",
  oneMore: "And 1 more.",
  more: "And {count} more.",
  reason: "You are receiving this e-mail because of your wishlist.",
  unsubscribe: "Unsubscribe",
  unsubscribeBy: "To stop receiving these e-mails:",
};

const de: Texts = {
  backInStock: "Wieder verfügbar",
  registerInterest: "Jetzt erhältlich",
  priceDrop: "Preis gesenkt",
  lowStock: "Nur noch {count} verfügbar",
  fewLeft: "Nur noch wenige verfügbar",
  subject: "{headline}: {title}",
  subjectAndOne: "{headline}: {title} und ein weiterer Artikel",
  subjectAndMore: "{headline}: {title} und {count} weitere Artikel",
  subjectMixed: "Neuigkeiten zu {count} Artikeln auf Ihrer Wunschliste",
  introOne: "Es gibt Neuigkeiten zu einem Artikel auf Ihrer Wunschliste.",
  introMany: "Es gibt Neuigkeiten zu {count} Artikeln auf Ihrer Wunschliste.",
  previousPrice: "statt {price}",
  view: "Ansehen",
  oneMore: "Und ein weiterer Artikel.",
  more: "Und {count} weitere Artikel.",
  reason: "Sie erhalten diese E-Mail wegen Ihrer Wunschliste.",
  unsubscribe: "Abmelden",
  unsubscribeBy: "Keine weiteren E-Mails dieser Art erhalten:",
};

const fr: Texts = {
  backInStock: "De nouveau en stock",
  registerInterest: "Disponible maintenant",
  priceDrop: "Baisse de prix",
  lowStock: "Plus que {count} en stock",
  fewLeft: "Bientôt épuisé",
  subject: "{headline} : {title}",
  subjectAndOne: "{headline} : {title} et un autre article",
  subjectAndMore: "{headline} : {title} et {count} autres articles",
  subjectMixed: "Du nouveau pour {count} articles de votre liste d’envies",
  introOne: "Il y a du nouveau pour un article de votre liste d’envies.",
  introMany: "Il y a du nouveau pour {count} articles de votre liste d’envies.",
  previousPrice: "au lieu de {price}",
  view: "Voir l’article",
  oneMore: "Et un autre article.",
  more: "Et {count} autres articles.",
  reason: "Vous recevez cet e-mail en raison de votre liste d’envies.",
  unsubscribe: "Se désabonner",
  unsubscribeBy: "Pour ne plus recevoir d’e-mails de ce type :",
};

const es: Texts = {
  backInStock: "De nuevo disponible",
  registerInterest: "Ya disponible",
  priceDrop: "Bajada de precio",
  lowStock: "Solo quedan {count}",
  fewLeft: "Quedan pocas unidades",
  subject: "{headline}: {title}",
  subjectAndOne: "{headline}: {title} y un artículo más",
  subjectAndMore: "{headline}: {title} y {count} artículos más",
  subjectMixed: "Novedades sobre {count} artículos de su lista de deseos",
  introOne: "Hay novedades sobre un artículo de su lista de deseos.",
  introMany: "Hay novedades sobre {count} artículos de su lista de deseos.",
  previousPrice: "antes {price}",
  view: "Ver artículo",
  oneMore: "Y un artículo más.",
  more: "Y {count} artículos más.",
  reason: "Recibe este correo por su lista de deseos.",
  unsubscribe: "Darse de baja",
  unsubscribeBy: "Para no recibir más correos de este tipo:",
};

const LANGUAGES: Readonly<Record<MailLanguage, Texts>> = { en, de, fr, es };

const HEADLINES: Readonly<Record<AlertType, MailText>> = {
  back_in_stock: "backInStock",
  register_interest: "registerInterest",
  price_drop: "priceDrop",
  low_stock: "lowStock",
};

/**
 * Returns the name of an alert's headline. It contains the number of remaining units; if that is unknown, they are "a
 * few".
 */
export const headlineOf = (type: AlertType, available: number | null | undefined): MailText =>
  type === "low_stock" && !(typeof available === "number" && available > 0) ? "fewLeft" : HEADLINES[type];

/**
 * Formats the texts of a language. The tenant's own texts replace the default ones. Prices and numbers have the
 * language's format.
 */
export class Localizer {
  readonly language: MailLanguage;
  readonly #texts: Texts;
  /** Made once, because that takes longer than to format a number. */
  readonly #numbers: Intl.NumberFormat;

  constructor(language: MailLanguage, own: MailTexts) {
    this.language = language;
    this.#texts = { ...LANGUAGES[language], ...own };
    this.#numbers = new Intl.NumberFormat(language);
  }

  /** Returns a text with its placeholders replaced. A placeholder without a value stays unchanged. */
  text(name: MailText, values: Readonly<Record<string, string | number>> = {}): string {
    return this.#texts[name].replace(/\{(\w+)\}/g, (placeholder, key: string) => {
      const value = ownValue(values, key);
      return typeof value === "number" ? this.#numbers.format(value) : (value ?? placeholder);
    });
  }

  /** Formats a price, such as €349.00; undefined without a currency. */
  price(amount: string | undefined, currency: string | undefined): string | undefined {
    return shownPrice(this.language, amount, currency);
  }
}
