import { Child } from "./child.ts";
import type { FloorAnswers } from "./floor.ts";
import { type Load, medianOf, type Round, shoot } from "./load/load.ts";
import { newRows, newWish } from "./seed/wishlists.ts";
import { API, type Stand } from "./stand.ts";

export type Kind = "create" | "add" | "read" | "hot";

/** Items per page, and of one request that adds several. */
export const PAGE = 20;

/** A service under load. */
export interface Subject<K extends string = Kind> {
  loads: Record<K, Load>;
  /** CPU time so far by process, in microseconds. */
  cpu: () => Promise<Record<string, number>>;
}

export interface Measured extends Round {
  /** CPU time per request by process, in microseconds. */
  cpu: Record<string, number>;
}

/** Number of wishlists that are read repeatedly. */
const HOT = 50;

let reads = 0;
/** A new cursor before all items and wishlists. A page with it was never read before. */
export const newCursor = () => `0${reads++}`;

/** New items for random wishlists, one or several per request, uncached first pages of random wishlists, and first pages of a few wishlists. */
export function loadsOf(
  baseUrl: string,
  headers: Record<string, string>,
  wishlists: readonly string[],
): Record<Kind, Load> {
  const any = (most = wishlists.length) => wishlists[Math.floor(Math.random() * most)] ?? "";
  const read = (path: () => string): Load => ({
    baseUrl,
    request: {
      method: "GET",
      headers,
      setupRequest: (request) => ({ ...request, path: `${API}/wishlists?pageSize=${PAGE}&${path()}` }),
    },
  });
  const write = (path: string, fields: () => object): Load => ({
    baseUrl,
    request: {
      method: "POST",
      path: `${API}${path}`,
      headers: { "content-type": "application/json", ...headers },
      setupRequest: (request) => ({ ...request, body: JSON.stringify({ wishlistId: any(), ...fields() }) }),
    },
  });
  return {
    create: write("/wishlist/items", newWish),
    add: write("/wishlist/add-items", () => ({ itemRef: newRows(PAGE) })),
    read: read(() => `id=${any()}&lastItemId=${newCursor()}`),
    hot: read(() => `id=${any(Math.min(HOT, wishlists.length))}`),
  };
}

/** A stand with wishlists. */
export function serviceSubject(stand: Stand, wishlists: readonly string[]): Subject {
  return {
    loads: loadsOf(stand.baseUrl, stand.headers, wishlists),
    cpu: async () => ({ ...(await stand.cpu()) }),
  };
}

/** The floor. Its answers are those of the service. */
export async function startFloor(
  port: number,
  answers: FloorAnswers,
  wishlists: readonly string[],
): Promise<Subject & { stop: () => void }> {
  const child = new Child("floor", [port.toString()]);
  await child.ask(answers);
  return {
    loads: loadsOf(`http://127.0.0.1:${port}`, {}, wishlists),
    cpu: async () => ({ floor: (await child.ask("cpu?")) as number }),
    stop: () => child.stop(),
  };
}

/** One round of load, with the CPU time of its requests. */
export async function measure<K extends string>(
  { loads, cpu }: Subject<K>,
  kind: K,
  seconds: number,
): Promise<Measured> {
  const before = await cpu();
  const round = await shoot(loads[kind], seconds);
  const after = await cpu();
  const used = Object.entries(after).map(([name, time]): [string, number] => [
    name,
    (time - (before[name] ?? 0)) / round.requests,
  ]);
  return { ...round, cpu: Object.fromEntries(used) };
}

/** CPU time per request of all processes, in microseconds. */
export const totalCpu = ({ cpu }: Pick<Measured, "cpu">): number =>
  Object.values(cpu).reduce((sum, part) => sum + part, 0);

/** All rounds of one case. */
export class Series {
  readonly rounds: Measured[] = [];

  median(pick: (round: Measured) => number): number {
    return medianOf(this.rounds.map(pick));
  }

  /** The median of the ratios to another series. Each ratio is of two rounds that ran one after the other. */
  ratioTo(other: Series, pick: (round: Measured) => number): number {
    const ratios = this.rounds.map((round, i) => {
      const counterpart = other.rounds[i];
      return counterpart ? pick(round) / pick(counterpart) : Number.NaN;
    });
    return medianOf(ratios);
  }
}
