import type { Explanation } from "./types.ts";

type Verdict = Explanation["rules"][number];

/** A rule about alerts in the words of a shop. */
interface RuleWords {
  title: string;
  /** Absent where the API's own sentence says it, with facts such as the units in stock. */
  pass?: string;
  block: string;
  /** Whether the API's own sentence says more about what is in the way. */
  hasFacts?: true;
  /** Where it is changed. */
  page?: "alerts" | "catalogue";
}

const OF_ALERTS: Readonly<Record<string, RuleWords>> = {
  customer: {
    title: "Customer",
    pass: "The store knows the customer.",
    block: "The store does not know this customer.",
  },
  catalogue: {
    title: "Catalogue",
    pass: "The product is in the catalogue.",
    block: "The product is not in the catalogue. The wish waits until the shop sends it.",
    page: "catalogue",
  },
  setting: {
    title: "Setting",
    pass: "Alerts of this kind are switched on.",
    block: "Alerts of this kind are switched off.",
    page: "alerts",
  },
  "switched on": {
    title: "Switched on in time",
    pass: "Alerts of this kind were on when it happened.",
    block: "Alerts of this kind were switched on only after it had happened. The next time counts.",
    page: "alerts",
  },
  wish: {
    title: "Wish",
    pass: "It is on a wishlist of the customer.",
    block: "It is on no wishlist of the customer.",
  },
  flag: {
    title: "Asked for",
    pass: "The wish asks for alerts of this kind.",
    block: "The customer did not ask for alerts of this kind when adding the wish.",
  },
  notification: {
    title: "Not switched off",
    pass: "The customer has not switched alerts off for this wish.",
    block: "The customer has switched alerts off for this wish.",
  },
  purchased: {
    title: "Not bought",
    pass: "The customer has not bought it yet.",
    block: "The customer has bought it already.",
  },
  released: {
    title: "On sale",
    pass: "Shoppers can see the product.",
    block: "Shoppers cannot see the product.",
    hasFacts: true,
    page: "catalogue",
  },
  stock: {
    title: "Stock",
    block: "The stock is not right for an alert.",
    hasFacts: true,
    page: "catalogue",
  },
  "before the rise": {
    title: "Wished for in time",
    pass: "The wish came first.",
    block: "The customer wished for it only after it had happened. The next time counts.",
  },
  price: {
    title: "Price",
    block: "The price has not dropped enough for an alert.",
    hasFacts: true,
    page: "alerts",
  },
  release: {
    title: "Release",
    pass: "No alert about the release takes its place.",
    block: "The customer gets the alert about the release in its place.",
  },
  "told once": {
    title: "Only once",
    pass: "The customer had no alert about this before.",
    block: "The customer had an alert about this before.",
    hasFacts: true,
  },
  hold: {
    title: "Waiting time",
    pass: "The waiting time of the settings is over.",
    block: "Alerts wait until the stock has lasted for the time in the settings.",
    page: "alerts",
  },
};

const OF_MAIL: Readonly<Record<string, RuleWords>> = {
  "mail server": {
    title: "Mail server",
    pass: "E-mails can be sent.",
    block: "No mail server is set up. Ask those who operate the service.",
  },
  setting: {
    title: "Setting",
    pass: "Alerts are also sent by e-mail.",
    block: "Alerts by e-mail are switched off.",
    page: "alerts",
  },
  address: {
    title: "Address",
    pass: "The customer has an e-mail address.",
    block: "The customer has no e-mail address.",
  },
  subscription: {
    title: "Subscription",
    pass: "The customer has not unsubscribed from alerts.",
    block: "The customer has unsubscribed from alerts.",
  },
  marketing: {
    title: "Marketing",
    pass: "The customer accepts marketing.",
    block: "Alerts of this kind are marketing, and the customer has not agreed to it.",
  },
};

/** What a rule says, for somebody who knows the shop and not the API. */
export interface Check {
  title: string;
  isMet: boolean;
  /** With times as the API writes them, like the facts. */
  sentence: string;
  facts?: string;
  /** Since when, or until when, ISO 8601. */
  at?: string;
  page?: "alerts" | "catalogue";
}

function checkOf({ rule, outcome, detail, at }: Verdict, all: typeof OF_ALERTS): Check {
  const isMet = outcome === "pass";
  const words = all[rule];
  const time = at === undefined ? {} : { at };
  if (!words) return { title: rule, isMet, sentence: detail, ...time };
  return {
    title: words.title,
    isMet,
    sentence: isMet ? (words.pass ?? detail) : words.block,
    ...(words.hasFacts && !isMet ? { facts: detail } : {}),
    ...time,
    ...(words.page && !isMet ? { page: words.page } : {}),
  };
}

/** Whether there was an alert or an e-mail, why, and what was checked. */
export interface Answer {
  sentence: string;
  checks: Check[];
}

/** Why there was an alert, or why none. */
export function alertAnswer({ decision, rules }: Explanation): Answer {
  const isTold = decision === "told";
  // That a customer gets no second alert is no reason for having had none.
  const checks = rules.map((verdict) => {
    const isAlert = isTold && verdict.rule === "told once";
    const { facts, ...check } = checkOf(verdict, OF_ALERTS);
    if (isAlert) return { ...check, isMet: true, sentence: verdict.detail };
    return facts === undefined ? check : { ...check, facts };
  });
  if (isTold) return { sentence: "The customer was alerted.", checks };
  const blocking = checks.find(({ isMet }) => !isMet);
  const sentence = blocking
    ? `No alert. ${blocking.sentence}`
    : "Nothing is in the way: the customer is alerted with the next wave.";
  return { sentence, checks };
}

const MAILS: Readonly<Record<string, string>> = {
  sent: "The alert was also sent by e-mail.",
  failed: "The e-mail could not be sent",
  pending: "The e-mail is about to be sent.",
  suppressed: "No e-mail was sent",
  waiting: "An alert is also sent by e-mail.",
  "not sent": "No e-mail was sent: there was no mail server at that time.",
};

/** Why the alert was also sent by e-mail, or why not. */
export function mailAnswer({ decision, rules }: NonNullable<Explanation["email"]>): Answer {
  const checks = rules.map((verdict) => checkOf(verdict, OF_MAIL));
  const [, status = decision, reason] = /^([a-z ]+): (.*)$/s.exec(decision) ?? [];
  const words = MAILS[status];
  if (words !== undefined) return { sentence: reason === undefined ? words : `${words}: ${reason}.`, checks };
  const blocking = checks.find(({ isMet }) => !isMet);
  return { sentence: `No e-mail. ${blocking?.sentence ?? decision}`, checks };
}
