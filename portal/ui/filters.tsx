import { useLocation } from "preact-iso";
import { Select } from "./form.tsx";

const DAY_MS = 86_400_000;

/** A choice of what a list shows. What is chosen is in the address of the page, so that a link can choose it too. */
export interface Filter {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  /** What is chosen where the address does not say. */
  initial: string;
}

/** How far a list of what has changed goes back. */
export const SINCE: Filter = {
  name: "since",
  label: "Changed",
  initial: "7",
  options: [
    ["1", "In 24 hours"],
    ["7", "In 7 days"],
    ["30", "In 30 days"],
    ["any", "At any time"],
  ],
};

/** The time that a choice of {@link SINCE} means, as the API takes it; undefined for any. */
export const timeOfSince = (since: string): string | undefined =>
  since === "any" ? undefined : new Date(Date.now() - Number(since) * DAY_MS).toISOString();

/** What each filter is set to. */
export function useFilters(filters: readonly Filter[]): Readonly<Record<string, string>> {
  const { query } = useLocation();
  const valueOf = ({ name, options, initial }: Filter) =>
    options.find(([value]) => value === query[name])?.[0] ?? initial;
  return Object.fromEntries(filters.map((filter) => [filter.name, valueOf(filter)]));
}

/** The choices of a list, beside each other. */
export function Filters({ of: filters }: { of: readonly Filter[] }) {
  const { path, route } = useLocation();
  const values = useFilters(filters);
  const choose = (chosen: string, value: string) => {
    const given = filters
      .map(({ name, initial }) => ({ name, initial, value: name === chosen ? value : (values[name] ?? "") }))
      .filter(({ initial, value: each }) => each !== initial);
    const query = new URLSearchParams(given.map(({ name, value: each }) => [name, each])).toString();
    // Not another entry of the history: Back leads to the page before, not through the choices.
    route(query === "" ? path : `${path}?${query}`, true);
  };
  return (
    <div class="inline filters" role="group" aria-label="Filters">
      {filters.map(({ name, label, options, initial }) => (
        <Select
          key={name}
          name={name}
          label={label}
          options={options}
          value={values[name] ?? initial}
          onChange={(value) => choose(name, value)}
        />
      ))}
    </div>
  );
}
