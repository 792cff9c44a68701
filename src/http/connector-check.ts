import type { TSchema } from "typebox";
import type { FieldError } from "../ingest/problem.ts";
import { compileBody } from "../ingest/validation/validation.ts";
import { type ConnectorSettings, hiddenSecrets } from "../store/exports/exports.ts";

/** The kinds of connectors, by their types. */
export type ConnectorKinds = Readonly<
  Record<string, { settings: TSchema; complete?: (settings: never) => object }>
>;

/** Settings that are addresses to send to. */
const ADDRESSES = ["url", "baseUrl", "endpoint"];

/**
 * Whether settings have the same target: a client that may change an address must not receive the secret of another
 * one.
 */
export const isSameTarget = (before: ConnectorSettings, after: ConnectorSettings | undefined) =>
  ["type", ...ADDRESSES].every((name) => before[name] === after?.[name]);

/** Checks the settings of connectors, each by its type. */
export function connectorCheck(
  connectors: ConnectorKinds,
  /** Why an address is not permitted; undefined if it is. */
  refuseTarget: (url: string) => string | undefined,
) {
  const validators = new Map(
    Object.entries(connectors).map(([type, { settings }]) => [type, compileBody(settings)]),
  );
  const types = [...validators.keys()].map((type) => JSON.stringify(type)).join(", ");
  return (connector: ConnectorSettings): FieldError[] => {
    const validate = validators.get(connector.type);
    if (!validate) return [{ path: "/connector/type", message: `must be one of ${types}` }];
    // The mask of a secret is not a secret, and must not be stored as one.
    const hidden = Object.fromEntries(hiddenSecrets(connector).map((name) => [name, connector[name]]));
    const faults = validate(connector).filter(({ path }) => !Object.hasOwn(hidden, path.slice(1)));
    for (const name of ADDRESSES) {
      const address = connector[name];
      const message = typeof address === "string" ? refuseTarget(address) : undefined;
      if (message !== undefined) faults.push({ path: `/${name}`, message });
    }
    return faults.map(({ path, message }) => ({ path: `/connector${path}`, message }));
  };
}
