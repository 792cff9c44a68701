import { Redis } from "ioredis";

/**
 * A connection to one server. What a turn of the event loop sends to it goes out together: the library writes each
 * command by itself, and such a write costs several times what it costs to pack the command.
 */
export class ServerConnection extends Redis {
  #corked: Redis["stream"] | undefined;

  override sendCommand(...args: Parameters<Redis["sendCommand"]>): unknown {
    if (this.status === "ready" && this.#corked !== this.stream) this.#cork(this.stream);
    return super.sendCommand(...args);
  }

  /**
   * Closes it for good, or opens it again with `reconnect`. What is closed emits `end`, also between two attempts to
   * connect, where the library says nothing: others close their own connections then.
   */
  override disconnect(reconnect = false): void {
    const isBetween = this.status === "reconnecting" && !reconnect;
    super.disconnect(reconnect);
    if (!isBetween) return;
    this.status = "end";
    this.emit("end");
  }

  #cork(stream: Redis["stream"]): void {
    this.#corked = stream;
    stream.cork();
    setImmediate(() => {
      if (this.#corked === stream) this.#corked = undefined;
      stream.uncork();
    });
  }
}
