import { defined } from "../../collections/defined.ts";
import { type Position, type Run, type RunChanges, skippedSum } from "../../store/exports/export-run.ts";
import { MAX_REJECTED } from "../../store/exports/export-runs.ts";
import { type ExportRecord as ExportSettings, fileFormOf } from "../../store/exports/exports.ts";
import type { RejectedRecord } from "../../store/exports/rejected-record.ts";
import { cut, type CutBatch } from "./batches.ts";
import { type BatchResult, type Connector, Refused } from "./connector.ts";
import type { RunDeps } from "./run-deps.ts";
import { allWishlistsSource } from "./sources/all-wishlists.ts";
import { isMarkedUpdate } from "./sources/change-steps.ts";
import { changesSource } from "./sources/changes.ts";
import { markChanges } from "./sources/marks.ts";
import { firstRejected, rejectedIn, rejectedSource } from "./sources/rejected.ts";
import type { Source } from "./sources/source.ts";
import { WindowEnd } from "./sources/window-end.ts";
import { canResume, endOfWindow, nextWindow } from "./window.ts";

/** Maximum duration of a time slice, in milliseconds: afterwards other runs continue. */
const SLICE_MS = 30_000;
const NUMBER_DIGITS = 8;
/** A run fails if a platform rejects at least this many records and accepts none. */
const MIN_REJECTED_TO_FAIL = 100;

/** This process has lost the run: it was cancelled, or another process runs it. */
export class RunLost extends Error {}

/**
 * A person was erased while the run wrote a file. The parts of the file may have their data, so it must be written
 * again.
 */
export class FileOutdated extends Error {}

/** The time slice is over, or the process is stopping. */
export class SliceOver extends Error {}

const allAccepted = (records: number): BatchResult => ({ accepted: records, rejected: [] });

/** The run of a time slice, and its connector. */
interface SliceParts {
  storeKey: string;
  settings: ExportSettings;
  connector: Connector;
  /** Fencing token: proves that the process still owns the run. */
  fence: string;
  run: Run;
  /** Aborted when the run must stop. */
  signal: AbortSignal;
}

/** A time slice of a run in one process. */
export class RunSlice {
  readonly #deps: RunDeps;
  readonly #storeKey: string;
  readonly #settings: ExportSettings;
  readonly #connector: Connector;
  readonly #fence: string;
  readonly #signal: AbortSignal;
  readonly #deadline = performance.now() + SLICE_MS;
  /** The run, except its reason, which the next batch removes. */
  #run: Omit<Run, "reason">;

  constructor(deps: RunDeps, { storeKey, settings, connector, fence, run, signal }: SliceParts) {
    this.#deps = deps;
    this.#storeKey = storeKey;
    this.#settings = settings;
    this.#connector = connector;
    this.#fence = fence;
    this.#run = run;
    this.#signal = signal;
  }

  /** Continues the run to its end, or throws. */
  async work(): Promise<void> {
    await this.#requireCurrentFile();
    let position = this.#run.position ?? (await this.#begin());
    for (;;) {
      await this.#publish(position);
      const reached = this.#run.trigger === "redrive" ? undefined : endOfWindow(position);
      const { since } = position;
      const ofExport = { storeKey: this.#storeKey, exportId: this.#settings.id };
      if (position.isResumed) await this.#write({}, reached);
      else await this.#finish(reached);
      if (since !== undefined) await this.#deps.marks.forget({ ...ofExport, since });
      if (!position.isResumed) return;
      position = await this.#begin();
    }
  }

  async #write(
    changes: RunChanges,
    reached?: Position,
    result: { isResult?: true; rejected?: RejectedRecord[] } = {},
  ): Promise<void> {
    const { runs } = this.#deps;
    const all = { changes, ...result, ...defined({ reached }) };
    if (!(await runs.write(this.#storeKey, this.#run, this.#fence, all)))
      throw new RunLost("the run was lost");
    this.#run = { ...this.#run, ...changes };
  }

  /** @throws {FileOutdated} if a person was erased after the run had begun to write a file */
  async #requireCurrentFile(): Promise<void> {
    const { erasures } = this.#run;
    if (erasures !== undefined && erasures !== (await this.#deps.erasures.count(this.#storeKey)))
      throw new FileOutdated("a person was erased during the run");
  }

  /** Determines and stores the next window of the run. */
  async #begin(): Promise<Position> {
    const { form = fileFormOf(this.#settings) } = this.#run;
    const erasures = this.#run.erasures ?? (await this.#deps.erasures.count(this.#storeKey));
    const position = await this.#firstPosition();
    const { type: connectorType } = this.#settings.connector;
    await this.#write({
      position,
      connectorType,
      form,
      ...(this.#connector.finish ? { erasures } : {}),
    });
    return position;
  }

  async #firstPosition(): Promise<Position> {
    const { runs } = this.#deps;
    const { type } = this.#settings.connector;
    if (this.#run.trigger === "redrive") return firstRejected(runs, this.#storeKey, this.#run, type);
    const reached = await runs.reached(this.#storeKey, this.#settings.id);
    const isNewRun = !this.#run.position;
    if (isNewRun && this.#settings.mode === "changed" && reached && canResume(reached, this.#deps.now()))
      return { ...reached, isResumed: true };
    return nextWindow(this.#deps, this.#storeKey, this.#settings, reached);
  }

  get #sourceParts() {
    return {
      ...this.#deps,
      storeKey: this.#storeKey,
      exportId: this.#settings.id,
      choice: this.#settings,
    };
  }

  #sourceOf(position: Position): Source {
    const all = { ...this.#sourceParts, onPage: () => this.#stopIfOver() };
    const end = position.upTo === undefined ? undefined : new WindowEnd(all, position);
    const parts = { ...all, end };
    switch (position.reads) {
      case "wishlists":
        return allWishlistsSource(parts, position);
      case "changes":
        return changesSource(parts, position);
      case "rejected":
        return rejectedSource({ ...parts, runId: this.#run.redriveOf ?? "" }, position);
    }
  }

  async #publish(position: Position): Promise<void> {
    if (position.reads === "changes")
      for await (const _ of markChanges(this.#sourceParts, position, isMarkedUpdate(this.#settings)))
        this.#stopIfOver();
    const { records: size } = this.#connector.limits;
    const firstEnd = this.#run.batchEnd ?? undefined;
    for await (const batch of cut(this.#sourceOf(position), { start: position.place, size, firstEnd })) {
      await this.#send(position, batch);
      this.#stopIfOver();
    }
  }

  #stopIfOver(): void {
    if (this.#deps.stopping.aborted || performance.now() > this.#deadline) throw new SliceOver();
  }

  /**
   * Sends a batch and stores its result. The batch's end is stored before, so that a repeated batch is the same. A
   * batch is repeated even if none of its records may be exported any more: no other batch may have its number.
   */
  async #send(position: Position, batch: CutBatch): Promise<void> {
    const { counts, batch: number, progress } = this.#run;
    const { records, end, read, share } = batch;
    const isSent = records.length > 0 || Boolean(this.#run.batchEnd);
    let result = allAccepted(0);
    if (isSent) {
      if (!this.#run.batchEnd) this.#requireRoom(records.length);
      await this.#write({ batchEnd: end });
      const id = `${this.#run.id}-${number.toString().padStart(NUMBER_DIGITS, "0")}`;
      result = await this.#connector.send({ id, records }, this.#signal);
    }
    const { accepted, skipped = {}, rejected } = result;
    const moved = { ...position, place: end };
    await this.#write(
      {
        position: moved,
        batch: isSent ? number + 1 : number,
        batchEnd: null,
        failures: 0,
        reason: "",
        progress: Math.min(1, progress + share),
        counts: {
          read: counts.read + read,
          sent: counts.sent + records.length,
          accepted: counts.accepted + accepted,
          skipped: skippedSum(skippedSum(counts.skipped, batch.skipped), skipped),
          failed: counts.failed + rejected.length,
        },
      },
      this.#keepsProgressOnFailure() ? moved : undefined,
      { isResult: true, rejected: rejectedIn(records, rejected) },
    );
    this.#deps.onResult({ accepted, rejected: rejected.length });
  }

  /** Whether accepted batches count although the run may fail: a file must be complete, a full run has no window. */
  #keepsProgressOnFailure(): boolean {
    return !this.#connector.finish && this.#run.position?.upTo !== undefined;
  }

  /** Stops the run at its position if the records of a batch, once rejected, could not all be kept to be sent again. */
  #requireRoom(records: number): void {
    if (this.#keepsProgressOnFailure() && this.#run.counts.failed + records > MAX_REJECTED)
      throw new Refused({ code: "too_many_refused", detail: MAX_REJECTED.toString() });
  }

  /**
   * Fails the run if the platform has rejected many records and accepted none: the records are probably not the cause.
   */
  async #requireAccepted(): Promise<void> {
    const { accepted, failed } = this.#run.counts;
    if (accepted > 0 || failed < MIN_REJECTED_TO_FAIL) return;
    await this.#forgetRedriven();
    throw new Refused({ code: "all_refused", detail: failed.toString() });
  }

  /** Deletes the rejected records that the run has sent again: it keeps those that were rejected once more. */
  async #forgetRedriven(): Promise<void> {
    const { redriveOf } = this.#run;
    if (redriveOf !== undefined) await this.#deps.runs.forgetRejected(this.#storeKey, redriveOf);
  }

  async #finish(reached: Position | undefined): Promise<void> {
    await this.#requireAccepted();
    await this.#requireCurrentFile();
    const { file } = (await this.#connector.finish?.(this.#run.batch - 1, this.#signal)) ?? {};
    await this.#requireCurrentFile();
    await this.#forgetRedriven();
    await this.#write(
      {
        status: "succeeded",
        progress: 1,
        reason: "",
        finishedTime: new Date(this.#deps.now()).toISOString(),
        ...defined({ file }),
      },
      reached,
    );
    const { id, exportId } = this.#run;
    this.#deps.onOver("succeeded", { storeKey: this.#storeKey, export: exportId, run: id });
  }
}
