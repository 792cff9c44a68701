import type { Api } from "../api/api.ts";
import type { PersonalData } from "../api/types.ts";

/** Identifies a person by one of the names of the API, such as `{ email }`. */
export type PersonName = Readonly<Record<string, string>>;

/**
 * Loads all stored data of a person, from all pages of the API's answer. Throws a refusal if there is no such person.
 */
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
