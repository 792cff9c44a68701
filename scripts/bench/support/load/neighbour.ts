import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { Tenants } from "../../../../src/store/tenants/tenants.ts";
import { newWish, seedWishlists } from "../seed/wishlists.ts";
import { API, headersFor, KEYS, type Stand } from "../stand.ts";
import { Beside } from "./beside.ts";
import { Times } from "./storefront.ts";

const TENANT = "neighbour";

/** Results of the requests of a tenant. */
export interface Served {
  sent: number;
  /** Number of answers by status. */
  statuses: Record<string, number>;
  /** Times of the successful requests. */
  times: Times;
}

/** Another tenant of a stand. It sends a few requests while the first tenant sends many. */
export class Neighbour {
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;

  private constructor(pool: Pool, headers: Record<string, string>) {
    this.#pool = pool;
    this.#headers = headers;
  }

  static async open({ baseUrl, redis }: Stand): Promise<Neighbour> {
    const credentials = await new Tenants(redis, KEYS).create(TENANT);
    return new Neighbour(new Pool(baseUrl), await headersFor(baseUrl, credentials));
  }

  async #send(method: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
    const headers = this.#headers;
    const answer = await this.#pool.request({ method, path, headers, body: JSON.stringify(body) });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  /** Sends one request and resolves to the JSON of its answer. Rejects if it is refused. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text } = await this.#send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Adds items to a wishlist, at a fixed rate until `isOver`. Times count from when the request was due. */
  async run(perSecond: number, isOver: () => boolean): Promise<Served> {
    const [wishlistId] = await seedWishlists(this, 1);
    const served: Served = { sent: 0, statuses: {}, times: new Times() };
    const add = async (due: number) => {
      const { status } = await this.#send("POST", `${API}/wishlist/items`, { wishlistId, ...newWish() });
      served.statuses[status] = (served.statuses[status] ?? 0) + 1;
      if (status === 200) served.times.add(performance.now() - due);
    };
    const [started, open] = [performance.now(), new Beside()];
    for (; !isOver(); served.sent++) {
      const due = started + (served.sent * 1000) / perSecond;
      await pause(Math.max(0, due - performance.now()));
      open.add(add(due));
      open.check();
    }
    await open.end();
    return served;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
