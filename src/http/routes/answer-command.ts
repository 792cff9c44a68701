import type { Plan } from "../../actors/runtime/send.ts";
import type { Answer } from "../answer.ts";
import type { CommandGateway } from "../idempotency/command-gateway.ts";
import { accepted, presentWrite } from "../presenters/reply.ts";
import type { ApiRequest, RefusalStatuses } from "../route.ts";

/**
 * Sends the command of a request, and returns the answer to its reply.
 *
 * @throws {Problem} if the command is refused
 */
export async function answerCommand(
  writes: CommandGateway,
  { terms }: Pick<ApiRequest, "terms">,
  { status, refusals }: { status: number; refusals: RefusalStatuses },
  plan: () => Promise<Plan> | Plan,
): Promise<Answer> {
  return presentWrite(status, accepted(await writes.submit(terms, plan), refusals));
}
