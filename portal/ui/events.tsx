import { Fragment } from "preact";
import { EVENT_CHOICES, eventName } from "../words/event-names.ts";

/** A code that can be divided after its dots if it is too long for a line. */
const Code = ({ text }: { text: string }) => (
  <code class="muted">
    {text.split(/(?<=\.)/).map((part, i) => (
      <Fragment key={i}>
        {i > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
);

/** The name of an event type or of a prefix of types, with its code. */
export function EventName({ code }: { code: string }) {
  const name = eventName(code);
  return name === undefined ? (
    <Code text={code} />
  ) : (
    <>
      {name} <Code text={code} />
    </>
  );
}

/** The event types that an endpoint receives. */
export const EventNames = ({ codes }: { codes: readonly string[] }) =>
  codes.length === 0 ? (
    <>All events</>
  ) : (
    <ul class="plain">
      {codes.map((code) => (
        <li key={code}>
          <EventName code={code} />
        </li>
      ))}
    </ul>
  );

/** All event types and prefixes that an endpoint can have. */
export const EventChoices = () => (
  <details class="choices">
    <summary>All types of events</summary>
    <dl>
      {EVENT_CHOICES.map(([code, name]) => (
        <div key={code}>
          <dt>
            <code>{code}</code>
          </dt>
          <dd>{name}</dd>
        </div>
      ))}
    </dl>
  </details>
);
