import type { Api } from "./api.ts";
import type { PersonalData } from "./types.ts";

/** A person by one of the names that the API knows, such as `{ email }`. */
export type PersonName = Readonly<Record<string, string>>;

/** All stored data of a person: every page of the API's answer as one. Throws a refusal where nobody has the name. */
export async function personalDataOf(api: Api, person: PersonName): Promise<PersonalData> {
  const load = (cursor?: string) => api.post<PersonalData>("/privacy/export", { ...person, cursor });
  const { cursor: second, ...whole } = await load();
  const data: Record<string, object[]> = whole.data;
  for (let cursor = second; cursor !== undefined;) {
    const page = await load(cursor);
    for (const [kind, records] of Object.entries<object[]>(page.data))
      data[kind] = [...(data[kind] ?? []), ...records];
    cursor = page.cursor;
  }
  return whole;
}
