/** A kind of archive: files in a directory, or objects in S3-compatible storage. */
export type ArchiveKind = "files" | "s3";

/**
 * Stores the segments of all change feeds. A name is `<tenant>/<name of the segment>`, and its content never changes.
 */
export interface Archive {
  readonly kind: ArchiveKind;
  /** Writes a segment. When it resolves, the segment survives the death of the process and of the machine. */
  write(name: string, content: Buffer): Promise<void>;
  /** Reads a segment; undefined if there is none with this name. Rejects if that is currently unknown. */
  read(name: string): Promise<Buffer | undefined>;
  /** Lists the names of all segments, or of those of a tenant, some at a time. */
  list(tenant?: string): AsyncIterable<string[]>;
  /** Removes segments. A missing segment counts as removed. */
  remove(names: readonly string[]): Promise<void>;
}

/** The archives that a process can reach. A feed may have segments in both, after a change of the settings. */
export interface Archives {
  /** The archive that gets new segments. */
  readonly target: Archive;
  readonly byKind: Readonly<Partial<Record<ArchiveKind, Archive>>>;
}

/** Archived changes cannot be read now, for example because the archive is unavailable. */
export class ArchiveUnavailable extends Error {}

/** Changes that should be in the archive are lost. The changes after them can be read. */
export class ChangesLost extends Error {
  /** Cursor to continue from. */
  readonly resumeAt: string;

  constructor(resumeAt: string, options?: ErrorOptions) {
    super(`archived changes are lost up to ${resumeAt}`, options);
    this.resumeAt = resumeAt;
  }
}
