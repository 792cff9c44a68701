import type { Explanation } from "../../api/types.ts";
import { namesOfVariants } from "../../requests/variant-names.ts";
import { usePortal } from "../../ui/context.ts";
import { useData } from "../../ui/data.ts";
import { Form, Input, Select } from "../../ui/form.tsx";
import { formatTime, withTimes } from "../../ui/format.ts";
import { Name, useNames } from "../../ui/names.tsx";
import { Badge, Card, Show } from "../../ui/parts.tsx";
import { Result } from "../../ui/result.tsx";
import { alertAnswer, type Answer, type Check, mailAnswer } from "../../words/explanations.ts";
import { ALERT_KINDS } from "../../words/kinds.ts";

/** The question why a customer got no alert about a variant. */
export interface Question {
  /** Differs for each question, so that a repeated question is answered again. */
  number: number;
  variantRef: string;
  type?: string | undefined;
}

const TYPES = [["", "As the wish requests"], ...Object.entries(ALERT_KINDS)] as const;

/** A link to the page where the reason can be changed. */
const NextStep = ({ page, variantRef }: { page: NonNullable<Check["page"]>; variantRef: string }) =>
  page === "alerts" ? (
    <a href="/portal/alerts">Alert settings</a>
  ) : (
    <a href={`/portal/catalogue?find=${encodeURIComponent(variantRef)}`}>See it in the catalogue</a>
  );

const Checks = ({ of: checks, variantRef }: { of: readonly Check[]; variantRef: string }) => (
  <ul class="rules">
    {checks.map(({ title, isMet, sentence, facts, at, page }) => (
      <li key={title}>
        <Badge tone={isMet ? "good" : "bad"}>{isMet ? "OK" : "Prevents it"}</Badge>
        <span>
          <b>{title}</b>: {withTimes(sentence)} {facts !== undefined && <span>{withTimes(facts)} </span>}
          {at !== undefined && <small class="muted when">{formatTime(at)} </small>}
          {page && <NextStep page={page} variantRef={variantRef} />}
        </span>
      </li>
    ))}
  </ul>
);

const Answered = ({ title, of: answer, variantRef }: { title: string; of: Answer; variantRef: string }) => (
  <div>
    <h4>{title}</h4>
    <p>
      <b>{answer.sentence}</b>
    </p>
    <Checks of={answer.checks} variantRef={variantRef} />
  </div>
);

function Answers({ customerId, question }: { customerId: string; question: Question }) {
  const { api } = usePortal();
  const names = useNames(namesOfVariants);
  const { variantRef, type } = question;
  const explanation = useData(
    () => api.get<Explanation>("/alerts/explain", { customerId, variantRef, type }),
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
            <Answered title="Alert" of={alertAnswer(found)} variantRef={variantRef} />
            {found.email && <Answered title="E-mail" of={mailAnswer(found.email)} variantRef={variantRef} />}
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
  onAsk: (variantRef: string, type?: string) => void;
}) {
  return (
    <Card title="Why did this customer get no alert?">
      <Form
        label="Why did this customer get no alert?"
        submit="Explain"
        onSend={({ variantRef = "", type }) => {
          onAsk(variantRef.trim(), type);
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
