import { encodeCommand, envelopeIn } from "../../../src/actors/runtime/envelope.ts";
import { type DeadLetter, DeadLetters } from "../../../src/store/partition/dead-letters.ts";
import { type CliContext, CliError, command, requireOneOrAll, table } from "../command.ts";

/** Maximum number of dead letters per partition that `dead-letter list` shows. */
const MAX_LISTED = 1000;

const deadLettersOf = ({ redis, keys, partitions }: CliContext) => new DeadLetters(redis, keys, partitions);

/** A dead letter with its decoded command, or unchanged if it cannot be decoded. */
function describe({ payload, time, ...rest }: DeadLetter) {
  const command: unknown = envelopeIn(payload)?.command ?? payload;
  return { ...rest, time: new Date(time).toISOString(), command };
}

/** A dead letter's command, without a sender that waits for a reply; undefined if it cannot be decoded. */
function resealed({ payload }: DeadLetter): string | undefined {
  const envelope = envelopeIn(payload);
  return envelope && encodeCommand({ ...envelope, instance: "", requestId: "" });
}

const typeOf = (command: unknown) =>
  typeof command === "object" && command !== null && "type" in command ? String(command.type) : "?";

const missing = (id: string) => `there is no dead letter ${id}`;

async function find(letters: DeadLetters, id: string): Promise<DeadLetter> {
  const letter = await letters.find(id);
  if (!letter) throw new CliError(missing(id));
  return letter;
}

/** The dead letters that a command names: one by id, or all of them. */
async function* chosen(
  letters: DeadLetters,
  id: string | undefined,
  all: unknown,
): AsyncGenerator<DeadLetter> {
  requireOneOrAll("dead letter", id, all);
  if (id === undefined) yield* letters.all();
  else yield await find(letters, id);
}

const options = { all: { type: "boolean", help: "every dead letter" } } as const;

export const deadLetterCommands = [
  command({
    name: "dead-letter list",
    help: `list the commands that could not be applied, the oldest ${MAX_LISTED} of each partition`,
    run: async (context) => (await deadLettersOf(context).list(MAX_LISTED)).map(describe),
    text: (letters) =>
      letters.length === 0
        ? "There are no dead letters."
        : table(
            ["id", "time", "command", "reason"],
            letters.map(({ id, time, command, reason }) => [
              id,
              time,
              typeOf(command),
              reason.split("\n")[0] ?? "",
            ]),
          ),
  }),
  command({
    name: "dead-letter show",
    args: ["id"],
    help: "show a dead letter with its complete command, which contains customers' data",
    run: async (context, { args: { id = "" } }) => describe(await find(deadLettersOf(context), id)),
    text: (letter) => JSON.stringify(letter, null, 2),
  }),
  command({
    name: "dead-letter redrive",
    args: ["[id]"],
    options,
    help: "send the command of a dead letter again, without waiting for its reply; it becomes a dead letter again if it fails, or if no worker applies it in time",
    deletesFirst: () => true,
    async run(context, { args: { id }, options: { all } }) {
      const letters = deadLettersOf(context);
      const redriven = [];
      const unreadable: string[] = [];
      for await (const letter of chosen(letters, id, all)) {
        const payload = resealed(letter);
        const entryId = payload === undefined ? undefined : await letters.redrive(letter, payload);
        if (payload === undefined) unreadable.push(letter.id);
        if (entryId !== undefined) redriven.push({ id: letter.id, entryId });
      }
      if (id !== undefined && unreadable.length > 0)
        throw new CliError(`dead letter ${id} cannot be decoded`);
      if (id !== undefined && redriven.length === 0) throw new CliError(missing(id));
      return { redriven, unreadable };
    },
    isFailure: ({ unreadable }) => unreadable.length > 0,
    text: ({ redriven, unreadable }) =>
      `${redriven.length} sent again.${unreadable.length > 0 ? ` ${unreadable.length} cannot be decoded: ${unreadable.join(", ")}` : ""}`,
  }),
  command({
    name: "dead-letter discard",
    args: ["[id]"],
    options,
    help: "delete a dead letter",
    async run(context, { args: { id }, options: { all } }) {
      const letters = deadLettersOf(context);
      const discarded = [];
      for await (const letter of chosen(letters, id, all)) {
        if (await letters.discard(letter.id)) discarded.push(letter.id);
      }
      if (id !== undefined && discarded.length === 0) throw new CliError(missing(id));
      return { discarded };
    },
    text: ({ discarded }) => `${discarded.length} deleted.`,
  }),
];
