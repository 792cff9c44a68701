/** What the address of a target must be or not be, by the code of the refusal. */
export const TARGET_REFUSALS = {
  no_url: "must be a URL such as https://shop.example/hook",
  no_https: "must start with https://",
  credentials: "must not contain credentials",
  port: "must use port 443 or 8443",
  no_https_or_port: "must start with https:// and use port 443 or 8443",
  private_network: "must not lead into a private network",
} as const satisfies Record<string, string>;

export type TargetRefusal = keyof typeof TARGET_REFUSALS;

/** The names of platforms in sentences, by the type of the connector. */
const PLATFORMS = {
  braze: "Braze",
  klaviyo: "Klaviyo",
  s3: "the S3 store",
  segment: "Segment",
  webhook: "the receiver",
} as const satisfies Record<string, string>;

export type ReasonPlatform = keyof typeof PLATFORMS;

/** What a reason says beside its code. */
interface ReasonFacts {
  /** The platform that the reason is about. */
  platform?: ReasonPlatform;
  /** Status of the platform's answer. */
  status?: number;
  /** The platform's own words, or another value that the code alone does not say, such as an error of the network. */
  detail?: string;
  /** What is wrong with the platform's address. */
  refusal?: TargetRefusal;
}

/**
 * The sentence of each code, without a capital at its beginning. The codes are stored and a part of the API, so they
 * must keep their meaning.
 */
export const EXPORT_REASONS = {
  changes_lost: () => "changes since the last run are lost; the next run exports all wishes",
  changes_lost_for_good: () =>
    "changes since the last run are lost; the next run exports nothing, and later runs export the changes since then",
  changes_unavailable: () => "older changes cannot be read now",
  changes_delayed: () => "changes are not yet relayed",
  clocks_differ: () => "the clocks of the Redis servers differ by seconds, or were set back",
  internal_error: () => "internal error of the service",
  given_up: () => "the service stopped or failed too often during the run",
  export_deleted: () => "the export was deleted",
  connector_changed: () => "the type of the connector was changed during the run",
  erasures_during_run: () => "people were erased during each attempt to write the file; start the run again",
  connector_unknown: ({ detail }) => `there is no connector of the type ${detail}`,
  secret_key_missing: () => "the secret was sealed with a key that this process does not have",
  secret_changed: () => "the sealed secret was changed, or is for another purpose",
  secret_missing: () => "the webhook has no signing secret",
  address_refused: ({ name, refusal = "private_network" }) => `${name}'s address ${TARGET_REFUSALS[refusal]}`,
  unreachable: ({ name, detail = "no answer" }) => `${name} cannot be reached: ${detail}`,
  platform_answer: ({ name, status, detail }) =>
    `${name} answered ${status}${detail === undefined ? "" : `: ${detail}`}`,
  upload_not_started: ({ name }) => `${name} did not start the multipart upload`,
  record_refused: ({ name, detail = "not accepted" }) => `${name}: ${detail}`,
  record_too_large: ({ name, detail }) => `${name} accepts no event of more than ${detail} KB`,
  all_refused: ({ detail }) =>
    `all ${detail} records were rejected; send them again when the cause is removed`,
  too_many_refused: ({ detail }) =>
    `a run keeps at most ${detail} rejected records; the next run continues with the other records`,
  outcome_unknown: ({ name }) =>
    `${name} may have accepted it, but the outcome is unknown; if it is sent again, it may count twice`,
  file_not_written: ({ detail }) => `the service cannot write the file (${detail})`,
  file_too_large: ({ detail }) => `the file would exceed ${detail} MB, the limit for all files of a tenant`,
  file_part_missing: () => "a part of the file is missing: all runs of an export need the same DATA_DIR",
  files_too_large: () => "the unfinished files of other runs take too much space",
} as const satisfies Record<string, (facts: ReasonFacts & { name: string }) => string>;

export type ExportReasonCode = keyof typeof EXPORT_REASONS;

/** Why a run of an export waits or has failed, or why a record was rejected. */
export interface ExportReason extends ReasonFacts {
  code: ExportReasonCode;
}

/** Returns a reason in words. */
export function exportReasonInWords({ code, ...facts }: ExportReason): string {
  const name = facts.platform === undefined ? "the platform" : PLATFORMS[facts.platform];
  return EXPORT_REASONS[code]({ name, ...facts });
}
