import { ownValue } from "../../collections/own-value.ts";
import type { MailLanguage } from "../../store/tenants/settings/settings.ts";

interface Texts {
  /** Title of a wishlist without a name. */
  wishlist: string;
  sharedBy: string;
  bought: string;
  boughtUnits: string;
  wanted: string;
  next: string;
  empty: string;
  notFound: string;
  notFoundReason: string;
}

const TEXTS: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    wishlist: "Wishlist",
    sharedBy: "Shared by {name}",
    bought: "Already bought",
    boughtUnits: "{bought} of {count} already bought",
    wanted: "Wanted: {count}",
    next: "More items",
    empty: "This wishlist is empty.",
    notFound: "Wishlist not found",
    notFoundReason: "The link is incomplete, has expired, or was revoked.",
  },
  de: {
    wishlist: "Wunschliste",
    sharedBy: "Geteilt von {name}",
    bought: "Schon gekauft",
    boughtUnits: "{bought} von {count} schon gekauft",
    wanted: "Gewünscht: {count}",
    next: "Weitere Artikel",
    empty: "Auf dieser Wunschliste ist nichts.",
    notFound: "Hier ist keine Wunschliste",
    notFoundReason: "Der Link ist unvollständig, abgelaufen oder wurde zurückgezogen.",
  },
  fr: {
    wishlist: "Liste d’envies",
    sharedBy: "Partagée par {name}",
    bought: "Déjà acheté",
    boughtUnits: "{bought} sur {count} déjà achetés",
    wanted: "Souhaité : {count}",
    next: "Autres articles",
    empty: "Cette liste d’envies est vide.",
    notFound: "Il n’y a pas de liste d’envies ici",
    notFoundReason: "Le lien est incomplet, a expiré ou a été retiré.",
  },
  es: {
    wishlist: "Lista de deseos",
    sharedBy: "Compartida por {name}",
    bought: "Ya comprado",
    boughtUnits: "{bought} de {count} ya comprados",
    wanted: "Deseado: {count}",
    next: "Más artículos",
    empty: "No hay nada en esta lista de deseos.",
    notFound: "Aquí no hay ninguna lista de deseos",
    notFoundReason: "El enlace está incompleto, ha caducado o se ha retirado.",
  },
};

/** Returns a text of the page of a shared wishlist, with values for its placeholders. */
export const say = (
  language: MailLanguage,
  name: keyof Texts,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  TEXTS[language][name].replace(/\{(\w+)\}/g, (_, key: string) => (ownValue(values, key) ?? "").toString());
