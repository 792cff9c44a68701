import type { Logger } from "pino";
import type { RaiseResult } from "../../actors/alert/messages.ts";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { Products } from "../../store/read/products.ts";
import type { AlertType } from "../../store/records/alerts.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import type { MoveWishes, WaitingLists } from "../../store/waiting/waiting-lists.ts";
import type { WaitingCursor } from "../../store/waiting/waiting-set.ts";
import type { Round, WaveRounds } from "../../store/work/wave-rounds.ts";
import type { CommandWindow } from "../queue/command-window.ts";
import type { NewJob } from "../queue/job.ts";
import type { ProgressDeps } from "./progress.ts";
import type { WaiterDeps } from "./waiters.ts";

/** One wave of alerts, or the part of it that is left. */
export interface WaveJob {
  storeKey: string;
  partition: number;
  productKey: string;
  variantRef: string;
  alert: AlertType;
  cycle: number;
  /** When the variant rose, fell or was released: only wishes created before are included. ISO 8601. */
  since: string;
  /** Position in the waiting list; absent at its start. */
  place?: WaitingCursor;
  /** Customers that this wave has notified. */
  told: number;
  /** Those that the waves before it have notified; absent in jobs of earlier versions, and for none. */
  notifiedBefore?: number;
  /** Number of the job among those of its cycle. */
  part: number;
  /** Id of the first of them. */
  id: string;
  /** The waiting lists have all wishes from before `since`; absent in jobs of version 0.1.0. */
  isRelayed?: true;
}

/** The wishes of one sublist in a round of a wave. The other members are those of the job that started the round. */
export interface RoundJob extends WaveJob {
  round: Round;
  sublist: number;
}

/** What became of the alert of a customer; `failed` where the command became a dead letter. */
export type AlertOutcome = RaiseResult["outcome"] | "failed";

export interface WaveDeps extends WaiterDeps, ProgressDeps {
  log: Logger;
  layout: Layout;
  waiting: Pick<
    WaitingLists,
    "after" | "countBetween" | "since" | "remove" | "sublistsOf" | "hasUndivided" | "chunks"
  >;
  move: MoveWishes;
  dispatcher: Pick<Dispatcher, "sendTimed">;
  /** Shared by all waves of the process: leaves room for requests. */
  window: CommandWindow;
  products: Pick<Products, "variantAt">;
  tenants: Pick<Tenants, "findFor">;
  /** Resolves once the waiting lists have all wishes from before now. */
  untilRelayed: () => Promise<void>;
  /** Whether there is a mail server. */
  hasMail: boolean;
  /** Called for each customer whom a wave has come to. */
  onDecided: (outcome: AlertOutcome) => void;
  rounds: Pick<WaveRounds, "endOf" | "begin" | "finish">;
  /** Number of wishes of a sublist that a round may have on average. */
  wishesPerSublist: { min: number; max: number };
  /** Schedules a job for a wave, or for the rest of it. It continues the traces, or the one of the job that adds it. */
  addJob: (job: WaveJob, delayMs: number, traceContexts?: readonly string[]) => Promise<void>;
  /** Schedules the jobs of a round. */
  startRound: (jobs: readonly RoundJob[]) => Promise<void>;
}

/** Returns a job of a wave, as it is queued. */
export const waveJob = (data: WaveJob): NewJob & { id: string } => ({
  name: "wave",
  data,
  id: `${data.id}-${data.part}`,
});

/** Returns a job of a round, as it is queued. */
export const roundJob = (data: RoundJob): NewJob & { id: string } => ({
  name: "round",
  data,
  id: `${data.id}-${data.part}-${data.sublist}`,
});

/** Returns the jobs of a round: one for each sublist. */
export const jobsOfRound = (wave: WaveJob, round: Round): RoundJob[] =>
  Array.from({ length: round.sublists }, (_, sublist) => ({ ...wave, round, sublist }));
