import { Unavailable } from "../../actors/runtime/unavailable.ts";

/**
 * Refuses a job of an unknown kind. During an upgrade, newer processes add jobs too: the queue delays the job, which
 * costs no attempt, until one of them runs it.
 *
 * @throws {Unavailable} always
 */
export function refuseNewerJob(): never {
  throw new Unavailable("a newer version added this job, and must run it");
}
