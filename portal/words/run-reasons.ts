import type { Run } from "../api/types.ts";

const AGAIN = "An active run is tried again. If it has failed, ask the operator of the service.";

/** What people in a shop can do about the reason of a run or of a rejected record, by reason code. */
export const ADVICE: Readonly<Record<NonNullable<Run["reasonCode"]>, string>> = {
  changes_lost: "Nothing has to be done.",
  changes_lost_for_good: "The platform does not get the lost changes.",
  changes_unavailable: AGAIN,
  changes_delayed: AGAIN,
  clocks_differ: AGAIN,
  internal_error: AGAIN,
  given_up: "Run the export again. If that fails too, ask the operator of the service.",
  export_deleted: "An export that was deleted has no more runs.",
  connector_changed: "Run the export again.",
  erasures_during_run: "Run the export again.",
  connector_unknown: "Ask the operator whether an earlier version of the service runs.",
  secret_key_missing: "Ask the operator to restore the key, or enter the secret of the platform again.",
  secret_changed: "Enter the secret of the platform again.",
  secret_missing: "Enter a signing secret.",
  address_refused: "Change the address of the platform, or ask the operator to permit it.",
  unreachable: "An active run is tried again. If it has failed, check the address of the platform.",
  platform_answer: "A busy platform is tried again. Otherwise, its answer says what it does not accept.",
  upload_not_started: "Check the address of the platform.",
  record_refused: "Correct the data, and send the record again.",
  record_too_large: "Shorten the texts of the product or the wish, and send the record again.",
  all_refused: "Each rejected record says why. Remove the cause, and send the records again.",
  too_many_refused:
    "Each rejected record says why. Remove the cause, send the records again, and run the export.",
  outcome_unknown: "Check at the platform whether the record has arrived.",
  file_not_written: AGAIN,
  file_too_large: "Export fewer wishes, or ask the operator for a higher limit.",
  file_part_missing: "Ask the operator of the service.",
  files_too_large: "An active run continues when the other runs have ended.",
};
