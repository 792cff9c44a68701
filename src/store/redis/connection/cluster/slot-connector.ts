import { connect as connectPlain } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { AbstractConnector, type Redis, type RedisOptions } from "ioredis";
import type { ServerAddress } from "../address.ts";

/** How long a closed connection may take to end before it is destroyed, in milliseconds: the library's default. */
const DISCONNECT_MS = 2000;
/** Pause before the next search for the master, in milliseconds. */
const RETRY_MS = 250;

/** The library's error text. */
const CLOSED = "Connection is closed.";

/** The destination of a connection. */
interface Route {
  /** Finds the master of the slot. Called whenever the connection is opened, and again while it rejects. */
  findMaster: () => Promise<ServerAddress>;
  /** Whether the connection to the cluster is closed. Then the connector no longer searches for the master. */
  isClosed: () => boolean;
  /** Undefined for plain connections. */
  tls: () => RedisOptions["tls"];
}

/** Returns a connector that leads a connection to the master of one slot of a cluster. */
export function slotConnector({ findMaster, isClosed, tls }: Route): NonNullable<RedisOptions["Connector"]> {
  return class SlotConnector extends AbstractConnector {
    constructor() {
      super(DISCONNECT_MS);
    }

    get #isWanted(): boolean {
      return this.connecting;
    }

    override async connect(emit: (type: string, err: Error) => void): Promise<Redis["stream"]> {
      this.connecting = true;
      let master: ServerAddress | undefined;
      while (!master) {
        if (isClosed()) throw new Error(CLOSED);
        master = await findMaster().catch((err: unknown) => {
          emit("error", err instanceof Error ? err : new Error(String(err)));
          return undefined;
        });
        if (!master) await pause(RETRY_MS);
        if (!this.#isWanted) throw new Error(CLOSED);
      }
      const credentials = tls();
      const stream = credentials ? connectTls({ ...master, ...credentials }) : connectPlain({ ...master });
      stream.once("error", (err: Error) => {
        this.firstError = err;
      });
      this.stream = stream;
      return stream;
    }
  };
}
