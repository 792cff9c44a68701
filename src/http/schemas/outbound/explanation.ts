import Type from "typebox";
import type { Verdict } from "../../../actors/alert/judge.ts";
import { ALERT_RULES, MAIL_RULES } from "../../../actors/alert/rule-codes.ts";
import { productOfVariant } from "../../../ingest/schemas/catalogue.ts";
import { codesOf, queryReference, Timestamp } from "../../../ingest/schemas/common.ts";
import { AlertTypeName, mailReason } from "./alerts.ts";

export const ExplainQuery = Type.Object({
  customerId: queryReference("The service's id of the customer."),
  customerRef: queryReference("The retailer's reference of the customer."),
  variantId: queryReference("The service's id of the variant."),
  variantRef: queryReference("The retailer's reference of the variant."),
  productRef: productOfVariant,
  type: Type.Optional(AlertTypeName),
});

const inSentence = (rules: Readonly<Record<string, string>>) =>
  Object.entries(rules)
    .map(([code, meaning]) => `${code}: ${meaning}`)
    .join("; ");

const Rules = Type.Array(
  Type.Object({
    rule: Type.String({ description: "Code of the rule." }),
    outcome: codesOf<Verdict["outcome"]>({ pass: true, block: true }),
    detail: Type.String({ description: "The data that decided the rule." }),
    at: Type.Optional({
      ...Timestamp,
      description: "Since when the rule has this outcome; for the rule hold, until when.",
    }),
  }),
);

export const ExplainResponse = Type.Object(
  {
    decision: Type.String({
      description:
        "told (the customer was alerted), waiting (all rules pass, and a wave is active or will follow), or blocked by the first rule that blocks.",
    }),
    rules: Type.Array(Rules.items, {
      description: `The rules in their order, for the wish of the customer that passes most of them. ${inSentence(ALERT_RULES)}.`,
    }),
    email: Type.Optional(
      Type.Object(
        {
          decision: Type.String({
            description:
              "The status of the e-mail of the alert, if it has one; otherwise waiting, not sent, or blocked by the first rule that blocks.",
          }),
          ...mailReason,
          rules: Rules,
        },
        {
          description: `The same for the e-mail of the alert. Here, \`waiting\` means that an alert that is raised now would also be sent by e-mail. ${inSentence(MAIL_RULES)}.`,
        },
      ),
    ),
  },
  { title: "AlertExplanation" },
);
