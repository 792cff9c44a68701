import type { TSchema } from "typebox";
import { ownValue } from "../../../collections/own-value.ts";
import type { FieldError } from "../../../ingest/problem.ts";
import { compileBody } from "../../../ingest/validation/validation.ts";
import { type ConnectorSettings, hiddenSecrets } from "../../../store/exports/exports.ts";

/** The kinds of connectors, by type: their settings, and which of these are target addresses. */
export type ConnectorKinds = Readonly<
  Record<string, { settings: TSchema; addresses: readonly string[]; complete?: (settings: never) => object }>
>;

const addressesOf = (connectors: ConnectorKinds, type: string) => ownValue(connectors, type)?.addresses ?? [];

/**
 * Whether settings have the same target. Otherwise a stored secret must not be kept: a client that changes the
 * address could have the secret sent there.
 */
export const isSameTarget = (
  connectors: ConnectorKinds,
  before: ConnectorSettings,
  after: ConnectorSettings | undefined,
) => ["type", ...addressesOf(connectors, before.type)].every((name) => before[name] === after?.[name]);

/** Returns a function that checks the settings of a connector by its type. */
export function connectorCheck(
  connectors: ConnectorKinds,
  /** Returns why an address is not permitted; undefined if it is. */
  refuseTarget: (url: string) => string | undefined,
) {
  const validators = new Map(
    Object.entries(connectors).map(([type, { settings }]) => [type, compileBody(settings)]),
  );
  const types = [...validators.keys()].map((type) => JSON.stringify(type)).join(", ");
  return (connector: ConnectorSettings): FieldError[] => {
    const validate = validators.get(connector.type);
    if (!validate) return [{ path: "/connector/type", message: `must be one of ${types}` }];
    // The mask of a secret must not be checked, because it is not the secret.
    const hidden = Object.fromEntries(hiddenSecrets(connector).map((name) => [name, connector[name]]));
    const faults = validate(connector).filter(({ path }) => !Object.hasOwn(hidden, path.slice(1)));
    for (const name of addressesOf(connectors, connector.type)) {
      const address = connector[name];
      const message = typeof address === "string" ? refuseTarget(address) : undefined;
      if (message !== undefined) faults.push({ path: `/${name}`, message });
    }
    return faults.map(({ path, message }) => ({ path: `/connector${path}`, message }));
  };
}
