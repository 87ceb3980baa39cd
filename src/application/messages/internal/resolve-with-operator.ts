import * as E from "fp-ts/Either";
import { badNarrow, type NarrowError } from "../../../domain/narrow/refusals";
import type { User } from "../../../domain/users/user";
import { readableHead } from "../../access/message-access";
import type { NarrowInput } from "../shared/resolve-narrow";

const placeOperators: ReadonlySet<string> = new Set(["channel", "topic", "dm"]);

/**
 * Replaces a `with` term by the conversation that now contains its message, even if the message has moved. If the
 * reader can't see the message, the other terms stay as they are.
 */
export const resolveWithOperator = async (
  reading: Parameters<typeof readableHead>[0],
  user: User,
  narrow: readonly NarrowInput[],
): Promise<E.Either<NarrowError, readonly NarrowInput[]>> => {
  const terms = narrow.filter(({ operator }) => operator === "with");
  const [term] = terms;
  if (term === undefined) return E.right(narrow);
  const id = Number(term.operand);
  if (terms.length > 1 || term.negated || !Number.isSafeInteger(id))
    return E.left(badNarrow("invalid 'with' operator"));
  const others = narrow.filter((one) => one !== term);
  const isPlace = ({ operator, negated }: NarrowInput): boolean => !negated && placeOperators.has(operator);
  const message = await readableHead(reading, user, id);
  if (E.isLeft(message))
    return others.some(isPlace) ? E.right(others) : E.left(badNarrow("invalid 'with' operator"));
  const { conversation, topic } = message.right;
  const plain = (operator: string, operand: NarrowInput["operand"]): NarrowInput => ({
    operator,
    operand,
    negated: false,
  });
  const channelAndTopic =
    conversation.kind === "channel"
      ? [plain("channel", conversation.channelId), plain("topic", topic)]
      : [plain("dm", conversation.participants)];
  return E.right([...channelAndTopic, ...others.filter((other) => !isPlace(other))]);
};
