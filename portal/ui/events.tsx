import { Fragment } from "preact";
import { EVENT_CHOICES, eventName } from "../api/event-names.ts";

/** A code that is divided after its dots where it is too long for a line. */
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

/** A type of events, or a prefix of types: its name, with the code that programs use. */
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

/** The events that an endpoint gets. */
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

/** All that an endpoint may name. */
export const EventChoices = () => (
  <details class="choices">
    <summary>All names</summary>
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
