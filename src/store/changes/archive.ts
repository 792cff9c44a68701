/** What can hold segments: files of a directory, or objects of S3-compatible storage. */
export type ArchiveKind = "files" | "s3";

/** Holds the segments of all change feeds. A name is `<tenant>/<name of the segment>`, and its content never changes. */
export interface Archive {
  readonly kind: ArchiveKind;
  /** Writes a segment. When it resolves, the segment survives the death of the process and of the machine. */
  write(name: string, content: Buffer): Promise<void>;
  /** A segment; undefined if there is none of this name. Rejects if that cannot be known now. */
  read(name: string): Promise<Buffer | undefined>;
  /** Names of all segments, or of those of a tenant, some at a time. */
  list(tenant?: string): AsyncIterable<string[]>;
  /** Removes segments; one that is not there is removed. */
  remove(names: readonly string[]): Promise<void>;
}

/** The archives that a process can reach. A feed may have segments in both, after a change of the settings. */
export interface Archives {
  /** Where new segments go. */
  readonly target: Archive;
  readonly byKind: Readonly<Partial<Record<ArchiveKind, Archive>>>;
}

/** Archived changes cannot be read now, such as while the archive is away. */
export class ArchiveUnavailable extends Error {}

/** Changes that should be in the archive are lost. Those after them can be read. */
export class ChangesLost extends Error {
  /** Cursor to continue from. */
  readonly resumeAt: string;

  constructor(resumeAt: string, options?: ErrorOptions) {
    super(`archived changes are lost up to ${resumeAt}`, options);
    this.resumeAt = resumeAt;
  }
}
