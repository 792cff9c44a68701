/** The values of a hash's fields, or the members of a key. */
export type Fields = (string | null)[];

/** Maximum number of fields of one hash that are read by one command. A field may have 100 kB. */
const MAX_FIELDS = 100;

/**
 * A read of one key, in the form that `load-state` takes. A `hash`, its `excess`, and `alerts`, `purchases` or
 * `items` in a hash may be large: they are read in pages, without this script.
 */
export interface LoadRequest {
  key: string;
  kind:
    | "alerts"
    | "count"
    | "excess"
    | "fields"
    | "hash"
    | "items"
    | "oldest"
    | "order"
    | "page"
    | "purchases"
    | "set"
    | "text";
  args: string[];
}

/** A request of a partition, with the callback that takes the reply. */
interface PlannedRequest extends LoadRequest {
  partition: number;
  resolve: (reply: Fields) => void;
}

/** Fields of one key, with the callbacks that take their values. */
interface FieldGroup {
  fields: string[];
  resolvers: ((values: Fields) => void)[];
}

/**
 * Collects the requests of one partition. Fields of the same key become one request, as far as they are not too many.
 */
export class LoadPlan {
  readonly requests: PlannedRequest[] = [];
  readonly #partition: number;
  readonly #fields = new Map<string, FieldGroup>();

  constructor(partition: number) {
    this.#partition = partition;
  }

  /** Adds a request. `resolve` takes only the part of the reply that belongs to it. */
  add({ key, kind, args }: LoadRequest, resolve: (reply: Fields) => void): void {
    if (kind === "fields") this.#addFields(key, args, resolve);
    else this.requests.push({ partition: this.#partition, key, kind, args, resolve });
  }

  #addFields(key: string, fields: readonly string[], resolve: (values: Fields) => void): void {
    const known = this.#fields.get(key);
    const group = known && known.fields.length < MAX_FIELDS ? known : this.#newGroup(key);
    const start = group.fields.length;
    group.fields.push(...fields);
    group.resolvers.push((reply) => resolve(reply.slice(start, start + fields.length)));
  }

  #newGroup(key: string): FieldGroup {
    const group: FieldGroup = { fields: [], resolvers: [] };
    this.#fields.set(key, group);
    const resolve = (reply: Fields) => {
      for (const resolver of group.resolvers) resolver(reply);
    };
    this.requests.push({ partition: this.#partition, key, kind: "fields", args: group.fields, resolve });
    return group;
  }
}
