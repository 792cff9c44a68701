/** The values of a hash's fields, or the members of a key. */
export type Fields = (string | null)[];

/** What to read of one key, as `load-state` takes it. */
export interface LoadRequest {
  key: string;
  kind: "count" | "fields" | "hash" | "order" | "page" | "set" | "text";
  args: string[];
}

/** A request of a partition, with who waits for the reply. */
interface PlannedRequest extends LoadRequest {
  partition: number;
  resolve: (reply: Fields) => void;
}

/** Fields of one key, with who waits for them. */
interface FieldGroup {
  fields: string[];
  resolvers: ((values: Fields) => void)[];
}

/** Collects what to read of one partition, the fields of one key together. */
export class LoadPlan {
  readonly requests: PlannedRequest[] = [];
  readonly #partition: number;
  readonly #fields = new Map<string, FieldGroup>();

  constructor(partition: number) {
    this.#partition = partition;
  }

  /** Adds what to read; `resolve` gets its own part of the reply. */
  add({ key, kind, args }: LoadRequest, resolve: (reply: Fields) => void): void {
    if (kind === "fields") this.#addFields(key, args, resolve);
    else this.requests.push({ partition: this.#partition, key, kind, args, resolve });
  }

  #addFields(key: string, fields: readonly string[], resolve: (values: Fields) => void): void {
    const group = this.#fields.get(key) ?? this.#newGroup(key);
    const start = group.fields.length;
    group.fields.push(...fields);
    group.resolvers.push((reply) => resolve(reply.slice(start, start + fields.length)));
  }

  #newGroup(key: string): FieldGroup {
    const group: FieldGroup = { fields: [], resolvers: [] };
    this.#fields.set(key, group);
    const resolve = (reply: Fields) => {
      for (const each of group.resolvers) each(reply);
    };
    this.requests.push({ partition: this.#partition, key, kind: "fields", args: group.fields, resolve });
    return group;
  }
}
