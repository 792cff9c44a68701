import { WebSocket } from "undici";

/** A node of a CPU profile of the inspector. */
export interface ProfileNode {
  id: number;
  /** Line and column count from 0. */
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  children?: number[];
}

export interface CpuProfile {
  nodes: ProfileNode[];
  /** The node of each sample, and the microseconds before it. */
  samples: number[];
  timeDeltas: number[];
}

interface AllocationNode {
  selfSize: number;
  children: AllocationNode[];
}

interface Reply {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

/** Mean number of bytes between two sampled allocations. */
const ALLOCATION_SAMPLE = 8192;
/** Time between two samples of a CPU profile, in microseconds. */
const CPU_SAMPLE_US = 200;

const bytesOf = ({ selfSize, children }: AllocationNode): number =>
  children.reduce((sum, child) => sum + bytesOf(child), selfSize);

/** The inspector of a process that was started with `--inspect`. */
export class Inspector {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #next = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      this.#waiting.get(reply.id ?? -1)?.(reply);
      this.#waiting.delete(reply.id ?? -1);
    });
  }

  static async connect(port: number): Promise<Inspector> {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
    if (!target) throw new Error(`there is no inspector at port ${port}`);
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", reject);
    });
    return new Inspector(socket);
  }

  async #call(method: string, params: object = {}): Promise<unknown> {
    const id = this.#next++;
    const reply = await new Promise<Reply>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply.result;
  }

  /** The CPU profile of the process during `work`. */
  async profile(work: () => Promise<unknown>): Promise<CpuProfile> {
    await this.#call("Profiler.enable");
    await this.#call("Profiler.setSamplingInterval", { interval: CPU_SAMPLE_US });
    await this.#call("Profiler.start");
    await work();
    const { profile } = (await this.#call("Profiler.stop")) as { profile: CpuProfile };
    return profile;
  }

  /** Bytes that the process allocates in its heap during `work`, estimated from samples. */
  async allocations(work: () => Promise<unknown>): Promise<number> {
    const kept = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
    await this.#call("HeapProfiler.startSampling", { samplingInterval: ALLOCATION_SAMPLE, ...kept });
    await work();
    const { profile } = (await this.#call("HeapProfiler.stopSampling")) as {
      profile: { head: AllocationNode };
    };
    return bytesOf(profile.head);
  }

  /** Bytes of the heap in use, after a forced garbage collection. */
  async liveBytes(): Promise<number> {
    await this.#call("HeapProfiler.collectGarbage");
    const { usedSize } = (await this.#call("Runtime.getHeapUsage")) as { usedSize: number };
    return usedSize;
  }

  close(): void {
    this.#socket.close();
  }
}
