import type { Explanation } from "../api/types.ts";

type Verdict = Explanation["rules"][number];

/** The texts of a rule about alerts, for people in a shop. */
interface RuleWords {
  title: string;
  /** Absent if the API's own sentence is shown, which has facts such as the units in stock. */
  pass?: string;
  block: string;
  /** Whether the API's own sentence says more about the reason. */
  hasFacts?: true;
  /** The page on which it can be changed. */
  page?: "alerts" | "catalogue";
}

const OF_ALERTS: Readonly<Record<string, RuleWords>> = {
  customer: {
    title: "Customer",
    pass: "The customer exists in the store.",
    block: "The customer does not exist in the store.",
  },
  catalogue: {
    title: "Catalogue",
    pass: "The variant is in the catalogue.",
    block: "The variant is unknown.",
    hasFacts: true,
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
    block: "Alerts of this kind were switched on only after it had happened. They start the next time.",
    page: "alerts",
  },
  wish: {
    title: "Wish",
    pass: "It is on a wishlist of the customer.",
    block: "It is not on a wishlist of the customer.",
  },
  flag: {
    title: "Requested",
    pass: "The customer requested alerts of this kind for the wish.",
    block: "The customer did not request alerts of this kind for the wish.",
  },
  notification: {
    title: "Not switched off",
    pass: "The customer has not switched alerts off for this wish.",
    block: "The customer has switched alerts off for this wish.",
  },
  purchased: {
    title: "Not bought",
    pass: "The customer has not bought it yet.",
    block: "The customer has already bought it.",
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
    block: "The stock does not lead to an alert.",
    hasFacts: true,
    page: "catalogue",
  },
  "before the rise": {
    title: "Wished for in time",
    pass: "The wish was made before.",
    block: "The customer wished for it only after it had happened. The customer is alerted the next time.",
  },
  price: {
    title: "Price",
    block: "The price has not dropped enough for an alert.",
    hasFacts: true,
    page: "alerts",
  },
  release: {
    title: "Release",
    pass: "No alert about the release replaces this one.",
    block: "The customer gets the alert about the release instead.",
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
    block: "No mail server is set up. Ask the operator of the service.",
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

/** The result of a rule, for people who know the shop but not the API. */
export interface Check {
  title: string;
  isMet: boolean;
  /** The sentence and the facts have times in the format of the API. */
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

/** The answer whether there was an alert or an e-mail, and the checked rules. */
export interface Answer {
  sentence: string;
  checks: Check[];
}

/** Returns why there was an alert or why there was none. */
export function alertAnswer({ decision, rules }: Explanation): Answer {
  const isTold = decision === "told";
  // If the customer was alerted, the rule against a second alert is not a reason for no alert.
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
    : "No rule prevents an alert: the customer is alerted with the next wave.";
  return { sentence, checks };
}

const MAILS: Readonly<Record<string, string>> = {
  sent: "The alert was also sent by e-mail.",
  failed: "The e-mail could not be sent",
  pending: "The e-mail is about to be sent.",
  sending: "The e-mail is being sent.",
  suppressed: "No e-mail was sent",
  waiting: "An alert is also sent by e-mail.",
  "not sent": "No e-mail was sent: there was no mail server at that time.",
};

/** Returns why the alert was or was not also sent by e-mail. */
export function mailAnswer({ decision, reason, rules }: NonNullable<Explanation["email"]>): Answer {
  const checks = rules.map((verdict) => checkOf(verdict, OF_MAIL));
  const words = MAILS[decision];
  if (words !== undefined) return { sentence: reason === undefined ? words : `${words}: ${reason}.`, checks };
  const blocking = checks.find(({ isMet }) => !isMet);
  return { sentence: `No e-mail. ${blocking?.sentence ?? decision}`, checks };
}
