import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badNarrow } from "../../domain/errors";
import type { User } from "../../domain/user";
import { readableMessage } from "./message-access";
import type { NarrowInput } from "./narrow-input";

const places: ReadonlySet<string> = new Set(["channel", "topic", "dm"]);

/**
 * Replaces `with` by the conversation that its message is in now, wherever it was moved since the narrow was
 * written. A message that isn't there for the reader leaves the rest of the narrow as it is.
 */
export const followWith = async (
  reading: Parameters<typeof readableMessage>[0],
  user: User,
  narrow: readonly NarrowInput[],
): Promise<Either<ApiError, readonly NarrowInput[]>> => {
  const terms = narrow.filter(({ operator }) => operator === "with");
  const [term] = terms;
  if (term === undefined) return right(narrow);
  const id = Number(term.operand);
  if (terms.length > 1 || term.negated || !Number.isSafeInteger(id))
    return left(badNarrow("invalid 'with' operator"));
  const others = narrow.filter((one) => one !== term);
  const isPlace = ({ operator, negated }: NarrowInput): boolean => !negated && places.has(operator);
  const message = await readableMessage(reading, user, id);
  if (isLeft(message))
    return others.some(isPlace) ? right(others) : left(badNarrow("invalid 'with' operator"));
  const { conversation, topic } = message.right;
  const plain = (operator: string, operand: NarrowInput["operand"]): NarrowInput => ({
    operator,
    operand,
    negated: false,
  });
  const place =
    conversation.kind === "channel"
      ? [plain("channel", conversation.channelId), plain("topic", topic)]
      : [plain("dm", conversation.participants)];
  return right([...place, ...others.filter((one) => !isPlace(one))]);
};
