import { useLocation } from "preact-iso";
import { Select } from "./form.tsx";

const DAY_MS = 86_400_000;

/** A filter of a list. Its value is in the address of the page, so that links can have it. */
export interface Filter {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  /** The value if the address has none. */
  initial: string;
}

/** A filter for rows that changed in the last days. */
export const SINCE: Filter = {
  name: "since",
  label: "Changed",
  initial: "7",
  options: [
    ["1", "In the last 24 hours"],
    ["7", "In the last 7 days"],
    ["30", "In the last 30 days"],
    ["any", "At any time"],
  ],
};

/** Returns the time of a choice of {@link SINCE} in the format of the API; undefined for any time. */
export const timeOfSince = (since: string): string | undefined =>
  since === "any" ? undefined : new Date(Date.now() - Number(since) * DAY_MS).toISOString();

/** Returns the values of the filters by name. */
export function useFilters(filters: readonly Filter[]): Readonly<Record<string, string>> {
  const { query } = useLocation();
  const valueOf = ({ name, options, initial }: Filter) =>
    options.find(([value]) => value === query[name])?.[0] ?? initial;
  return Object.fromEntries(filters.map((filter) => [filter.name, valueOf(filter)]));
}

/** Returns the address of a page with the values of its filters, without those that it has anyway. */
export function addressWith(
  path: string,
  filters: readonly Filter[],
  values: Readonly<Record<string, string>>,
): string {
  const given = filters.flatMap(({ name, initial }): [string, string][] => {
    const value = values[name] ?? initial;
    return value === initial ? [] : [[name, value]];
  });
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Returns a function that sets a filter of the page. */
export function useChoice(filters: readonly Filter[]): (name: string, value: string) => void {
  const { path, route } = useLocation();
  const values = useFilters(filters);
  // Replaces the entry of the history, so that Back leads to the previous page and not to the previous filters.
  return (name, value) => route(addressWith(path, filters, { ...values, [name]: value }), true);
}

/** The filters of a list. */
export function Filters({ of: filters }: { of: readonly Filter[] }) {
  const values = useFilters(filters);
  const choose = useChoice(filters);
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
