import type { Explanation } from "../../api/types.ts";
import { namesOfVariants } from "../../requests/variant-names.ts";
import { catalogueAddress } from "../../ui/addresses.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Form, Input, Select } from "../../ui/form.tsx";
import { formatTime, withTimes } from "../../ui/format.ts";
import { Name, useNames } from "../../ui/names.tsx";
import { Badge, Card, Show } from "../../ui/parts.tsx";
import { Result } from "../../ui/result.tsx";
import { alertAnswer, type Answer, type Check, mailAnswer } from "../../words/explanations.ts";
import { ALERT_KINDS } from "../../words/kinds.ts";

/** The variant and the kind of alert that a question is about. */
export interface Asked {
  variantRef: string;
  /** The product of the variant, if it is known. */
  productRef?: string | undefined;
  type?: string | undefined;
}

/** The question why a customer got no alert about a variant. */
export interface Question extends Asked {
  /** Differs for each question, so that a repeated question is answered again. */
  number: number;
}

const TYPES = [["", "As the wish requests"], ...Object.entries(ALERT_KINDS)] as const;

/** A link to the page where the reason can be changed. */
const NextStep = ({ page, asked }: { page: NonNullable<Check["page"]>; asked: Asked }) =>
  page === "alerts" ? (
    <a href="/portal/alerts">Alert settings</a>
  ) : (
    <a href={catalogueAddress(asked.variantRef, asked.productRef)}>See it in the catalogue</a>
  );

const Checks = ({ of: checks, asked }: { of: readonly Check[]; asked: Asked }) => (
  <ul class="rules">
    {checks.map(({ title, isMet, sentence, facts, at, page }) => (
      <li key={title}>
        <Badge tone={isMet ? "good" : "bad"}>{isMet ? "OK" : "Prevents it"}</Badge>
        <span>
          <b>{title}</b>: {withTimes(sentence)} {facts !== undefined && <span>{withTimes(facts)} </span>}
          {at !== undefined && <small class="muted when">{formatTime(at)} </small>}
          {page && <NextStep page={page} asked={asked} />}
        </span>
      </li>
    ))}
  </ul>
);

const Answered = ({ title, of: answer, asked }: { title: string; of: Answer; asked: Asked }) => (
  <div>
    <h4>{title}</h4>
    <p>
      <b>{answer.sentence}</b>
    </p>
    <Checks of={answer.checks} asked={asked} />
  </div>
);

function Answers({ customerId, question }: { customerId: string; question: Question }) {
  const { api } = usePortal();
  const names = useNames(namesOfVariants);
  const { variantRef, productRef, type } = question;
  const explanation = useData(
    () => api.get<Explanation>("/alerts/explain", { customerId, variantRef, productRef, type }),
    [],
  );
  return (
    <Result label={`Result for variant ${variantRef}`}>
      <h3>
        <Name names={names} id={variantRef} otherwise={variantRef} />
      </h3>
      <Show of={explanation}>
        {(found) => (
          <div class="stack">
            <Answered title="Alert" of={alertAnswer(found)} asked={question} />
            {found.email && <Answered title="E-mail" of={mailAnswer(found.email)} asked={question} />}
            <p class="hint">
              Each line shows the current state, which may differ from the state at that time.
            </p>
          </div>
        )}
      </Show>
    </Result>
  );
}

/** A form for the question why a customer got no alert about a variant, and the answer. */
export function WhyNoAlert({
  customerId,
  question,
  onAsk,
}: {
  customerId: string;
  question: Question | undefined;
  onAsk: (asked: Asked) => void;
}) {
  return (
    <Card title="Why did this customer get no alert?">
      <Form
        label="Why did this customer get no alert?"
        submit="Explain"
        onSend={({ variantRef = "", productRef, type }) => {
          onAsk({ variantRef: variantRef.trim(), productRef: productRef?.trim(), type });
        }}
      >
        {() => (
          <div class="fields">
            <Input
              label="Variant"
              name="variantRef"
              required
              value={question?.variantRef ?? ""}
              hint="Enter its reference, or press “Why no alert?” beside a wish below."
            />
            <Input
              label="Product"
              name="productRef"
              value={question?.productRef ?? ""}
              hint="Its reference, if several products have this variant."
            />
            <Select label="Kind of alert" name="type" options={TYPES} value={question?.type ?? ""} />
          </div>
        )}
      </Form>
      <div role="status">
        {question && <Answers key={question.number} customerId={customerId} question={question} />}
      </div>
    </Card>
  );
}
