import type { Dispatcher } from "undici";
import type { PrivateTargets } from "./addresses.ts";
import type { AgentLimits, openAgent, OutboundRequest, requestWith } from "./agent.ts";

interface Loaded {
  agent: ReturnType<typeof openAgent>;
  requestWith: typeof requestWith;
}

/**
 * Makes requests only to public addresses and to allowed private ones. Its library is loaded with the first request,
 * because it is a large part of the program and many processes make no requests.
 */
export class OutboundClient {
  readonly #allowPrivate: PrivateTargets;
  readonly #limits: AgentLimits;
  #loaded: Promise<Loaded> | undefined;

  constructor(allowPrivate: PrivateTargets, limits: AgentLimits) {
    this.#allowPrivate = allowPrivate;
    this.#limits = limits;
  }

  /** Makes a request, and does not follow redirects. Rejects if there is no answer, or if the address is refused. */
  async request(target: URL, options: OutboundRequest): Promise<Dispatcher.ResponseData> {
    this.#loaded ??= this.#load().catch((err: unknown) => {
      // The next request loads it again.
      this.#loaded = undefined;
      throw err;
    });
    const { agent, requestWith } = await this.#loaded;
    return requestWith(agent, target, options);
  }

  async #load(): Promise<Loaded> {
    // The library itself is not imported dynamically: in the bundle, it would have no named exports.
    const { openAgent, requestWith } = await import("./agent.ts");
    return { agent: openAgent(this.#allowPrivate, this.#limits), requestWith };
  }

  /** Ends all connections, and the requests on them. */
  async close(): Promise<void> {
    await (await this.#loaded)?.agent.destroy();
  }
}
