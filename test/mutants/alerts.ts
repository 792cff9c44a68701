import { type Mutant, of } from "./mutant.ts";

const EXPLAIN = "test/http/explain/explained-rules.test.ts";
const RAISED = "test/actors/alert/second-wave.test.ts";
const RULES = "test/actors/alert/alert-rules.test.ts";
const MODEL = "test/actors/alert/alert-model.test.ts";
const WAVES = "test/jobs/alerts/wave-stories.test.ts";
const ROUNDS = "test/jobs/alerts/wave-rounds.test.ts";
const MAIL = "test/actors/alert/alert-mail.test.ts";

/** Who is alerted about what, and who gets e-mail. */
export const ALERT_MUTANTS: Mutant[] = [
  ...of("src/actors/alert/mail-alerts.ts", ["test/http/alerts/mail-retries.test.ts"], {
    "mail: an e-mail that has not failed is sent again too": [
      'if (before?.status !== "failed") return',
      "if (before === undefined) return",
    ],
    "mail: who has unsubscribed is sent a failed e-mail again": [
      "const email = newMail(customer, alert.type, time);\n  draft.put",
      'const email = { status: "pending" as const, time };\n  draft.put',
    ],
  }),
  ...of("src/actors/alert/rules.ts", ["test/http/explain/random-histories.test.ts"], {
    "alerts: a raised threshold ends a wave for ever": [
      "isMet({ alert, variant }) {\n    if (alert",
      "isMet({ alert, variant, settings }) {\n    if (!isInStock(variant, settings.threshold)) return false;\n    if (alert",
    ],
  }),
  ...of("src/actors/alert/variant-facts.ts", ["test/http/explain/random-histories.test.ts"], {
    "alerts: later settings apply to an earlier price drop": [
      "dropSettingsAt(storedSettings, store, since)",
      "dropSettingsAt(storedSettings, store, undefined)",
    ],
  }),
  ...of("src/actors/alert/rules.ts", [EXPLAIN, RULES, MODEL], {
    "alerts: a setting that is off counts as on": [
      "isMet: ({ alert, settings }) => settings[SWITCHES[alert].setting],",
      "isMet: () => true,",
    ],
    "alerts: what happened before the switch is notified": [
      "return switchedTime === undefined || since === undefined || switchedTime <= since;",
      "return true;",
    ],
    "alerts: released is always met": [
      "isMet: ({ product, now }) => isReleased(product, now),",
      "isMet: () => true,",
    ],
    "alerts: stock is always met": ["return variant.isAvailable;", "return true;"],
    "alerts: a price drop needs no stock": ["return isOccasion && isSold(variant);", "return isOccasion;"],
    "alerts: every wish has the flag": ["return flag === undefined || item[flag];", "return true;"],
    "alerts: notification is always met": [
      "isMet: ({ item }) => !item.disableNotification,",
      "isMet: () => true,",
    ],
    "alerts: purchased is always met": ["isMet: ({ item }) => !item.purchased,", "isMet: () => true,"],
    "alerts: a wish after the rise is notified of it": [
      "occasion.since === undefined || (since < occasion.since && ",
      "(true && ",
    ],
    "alerts: a product that is shown again is back in stock for who saw it in stock": [
      " && !sawItAvailable(since, occasion)",
      "",
    ],
    "alerts: the release is notified as a rise too": [
      'if (alert !== "back_in_stock" || !hasReleases || !waitsForRelease(item, occasion)) return true;',
      "return true;",
    ],
    "alerts: a price that was higher before its product was deleted is awaited": [
      "since !== undefined && isCheaper",
      "isCheaper",
    ],
    "alerts: a notified price is notified again": ["lowest === undefined || (price", "true || (price"],
  }),
  ...of("src/http/explain/explain.ts", [EXPLAIN], {
    "explain: a release that has come again is not on hold": [
      "[variant.availableSince, variant.buyableSince]",
      "[variant.buyableSince]",
    ],
    "explain: a customer who was notified waits": ['...(isNotified ? { decision: "told" } : {}),', ""],
  }),
  ...of("src/http/explain/explain.ts", ["test/http/explain/random-histories.test.ts"], {
    "explain: a release that has come again with few units is not on hold": [
      "[variant.availableSince, variant.buyableSince]",
      "[variant.availableSince]",
    ],
  }),
  ...of("src/actors/alert/raise-alert.ts", [RAISED, RULES, MODEL], {
    "alerts: who was notified before is taken for one who does not wait": [
      'if (notified.alert) return resultOf("told before");',
      "",
    ],
    "alerts: a wish is notified without its rules": [
      ".filter((item) => isToBeNotified({ item, occasion: command, notified }))",
      "",
    ],
  }),
  ...of("src/actors/alert/raise-alert.ts", ["test/jobs/alerts/moved-wishes.test.ts"], {
    "alerts: a wish that moves before the command of a wave is missed": [
      "if (gone.length === 0) return",
      "return",
    ],
  }),
  ...of("src/jobs/alerts/waiters.ts", ["test/jobs/alerts/moved-wishes.test.ts"], {
    "alerts: a wish that moves after a wave has read the list is missed": [
      "customersOf(awaited.storeKey, vanished)",
      "customersOf(awaited.storeKey, [])",
    ],
  }),
  ...of("src/actors/alert/rules.ts", ["test/actors/alert/release-alerts.test.ts"], {
    "alerts: a product that is shown again after its release is back in stock": [
      "cycleSince = since } = occasion",
      "since: cycleSince } = occasion",
    ],
  }),
  ...of("src/actors/alert/variant-facts.ts", ["test/actors/alert/release-alerts.test.ts"], {
    "alerts: release alerts that are enabled after the release replace rises": [
      "from: variant.releasedTime",
      "from: since",
    ],
  }),
  ...of("src/store/tenants/settings/dated-settings.ts", ["test/store/tenants/dated-settings.test.ts"], {
    "alerts: a switch is on between two times if it is on at the end": [
      "return from === undefined || last === undefined || last <= from;",
      "return true;",
    ],
    "alerts: a change that switches nothing counts as a switch": [
      "times.filter((_, i) => states[i] !== states[i + 1])",
      "times",
    ],
    "alerts: the switch times of an earlier version are not read": [
      "switched === undefined ? [] : formerBySwitches",
      "true ? [] : formerBySwitches",
    ],
  }),
  ...of("src/actors/wishlist/items/join.ts", ["test/actors/wishlist/merged-wishes.test.ts"], {
    "alerts: the price of a purchased wish counts for the open one": [
      "item.purchased === other.purchased ? (continued",
      "item ? (continued",
    ],
    "alerts: a wish that began to wait later gives its price to the joined one": [
      "continued ?? oldest",
      "oldest",
    ],
  }),
  ...of("src/actors/alert/price-drop.ts", ["test/actors/alert/price-drop.test.ts", RULES, MODEL], {
    "alerts: the least percent of a drop does not matter": [
      "isShareOf(drop, before, price.leastPercent)",
      "true",
    ],
    "alerts: the step of a second drop does not matter": [
      "&& isShareOf(before - now, before, minStepPercent)",
      "",
    ],
    "alerts: a price of zero is a drop": ["now > 0n &&", ""],
    "alerts: a drop of just the least amount is none": ["drop >= toMillionths", "drop > toMillionths"],
    "alerts: a wish without a price is measured from one before it": [
      " && price.time >= variantSince(wish)",
      "",
    ],
    "alerts: prices of two currencies compare": [
      "if (wish.priceWhenAdded?.currency === currency) return",
      "if (wish.priceWhenAdded) return",
    ],
  }),
  ...of("src/units/money.ts", ["test/units/money.test.ts"], {
    "money: a share of just the percentage is none": [
      ">= whole * toMillionths(percent)",
      "> whole * toMillionths(percent)",
    ],
    "money: amounts are compared as fractions": [
      "millionths(amount) < millionths(other)",
      "Number(amount) < Number(other)",
    ],
  }),
  ...of("src/actors/customer/consent.ts", ["test/actors/customer/consent.test.ts"], {
    "consent: the level unknown is consent": [' && level !== "unknown"', ""],
    "consent: no level is consent": ["level !== null && ", ""],
    "consent: acceptance is not needed": ["=> accepts && level", "=> level"],
  }),
  ...of("src/actors/customer/consent.ts", ["test/actors/customer/late-consent.test.ts"], {
    "consent: a row without a time ends an unsubscription": [
      "(isRefused || customer.alerts_unsubscribed_at !== undefined)",
      "isRefused",
    ],
  }),
  ...of("src/actors/catalogue/put-variant.ts", ["test/actors/alert/stock-threshold.test.ts"], {
    "alerts: a higher threshold of low stock raises none for a variant that never had enough units": [
      " && !isRestocked;",
      ";",
    ],
  }),
  ...of("src/actors/customer/platform-update.ts", ["test/actors/customer/late-consent.test.ts"], {
    "consent: a row without a time restores it": ["  hasWithdrawn(before) &&\n", "  false &&\n"],
    "consent: a row without a time cannot withdraw it": [
      "!(before.accepts_marketing && fields.accepts_marketing === false)",
      "true",
    ],
    "consent: the newest row withdraws a newer one when it arrives again": [
      "isRepeated ? time",
      "isOutdated ? time",
    ],
  }),
  ...of("src/actors/customer/complete-consent.ts", ["test/actors/customer/late-consent.test.ts"], {
    "consent: one without a time is as old as its arrival": [
      "isOfReport = hasConsented(customer)",
      "isOfReport = false",
    ],
  }),
  ...of("src/store/records/stored-alerts.ts", ["test/store/records/stored-alerts.test.ts"], {
    "mail: a stored code counts as an answer of the mail server": [
      "if (isCode(text)) return",
      "if (false) return",
    ],
  }),
  ...of("src/actors/alert/mail-rules.ts", [MAIL], {
    "mail: who has unsubscribed is written to": ["isMet: unsubscribed === undefined,", "isMet: true,"],
    "mail: marketing needs no consent": ["isMet: hasConsented(customer),", "isMet: true,"],
    "mail: low stock is no marketing": ["low_stock: true,", "low_stock: false,"],
  }),
  ...of("src/actors/alert/outdated.ts", [MAIL], {
    "mail: a price that has risen is notified": ['isLess(alert.price ?? "0", price?.amount ?? "0")', "false"],
    "mail: an unchanged price counts as risen": [
      'isLess(alert.price ?? "0", price?.amount ?? "0")',
      '!isLess(price?.amount ?? "0", alert.price ?? "0")',
    ],
  }),
  ...of("src/jobs/alerts/notify.ts", [WAVES, ROUNDS], {
    "alerts: a wave goes on after its occasion is over": [
      "occasionOf(facts).cycle === cycle && mayNotify(facts);",
      "true || (occasionOf(facts).cycle === cycle && mayNotify(facts));",
    ],
  }),
  ...of("src/jobs/alerts/round.ts", [WAVES, ROUNDS], {
    "alerts: a round has more wishes than customers may be notified": [
      "Math.min(most * sublists, left)",
      "most * sublists",
    ],
    "alerts: a job of a round goes beyond its end": [
      "all.filter((wish) => byPosition(wish, round.end) <= 0)",
      "all",
    ],
    "alerts: a round counts those of its last job only": ["job.told + sum", "job.told + notified"],
  }),
  ...of("src/jobs/alerts/wave.ts", [WAVES], {
    "alerts: a wave does not pause": ["await deps.addJob(next, pauseMs);", "await deps.addJob(next, 0);"],
  }),
  ...of("src/jobs/alerts/waiters.ts", [WAVES], {
    "alerts: each wish of a customer takes a place in a wave": [
      'if (onPage.has(itemIds[0] ?? "")) waiters.set',
      "waiters.set",
    ],
  }),
];
