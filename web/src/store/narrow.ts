import { foldCase, sameButCase } from "../../../src/domain/text/fold-case";
import type { Message } from "../wire/wire";
import { sortedIds } from "./place";

/** One term of a narrow in the API's form; people and channels by id. */
export interface Term {
  readonly operator: string;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean;
}

/** The messages that match all terms. */
export type Narrow = readonly Term[];

/** A key that is equal for equal narrows. */
export const narrowKey = (narrow: Narrow): string =>
  narrow
    .map(({ operator, operand, negated }) => {
      const text = operator === "topic" ? foldCase(`${operand}`) : JSON.stringify(operand);
      return `${negated ? "-" : ""}${operator}:${text}`;
    })
    .join(" ");

/**
 * Whether events cover everything that happens in the narrow. For channels the user isn't subscribed to they don't:
 * such lists are fetched whenever they are opened.
 */
export const isCoveredByEvents = (narrow: Narrow, subscribed: ReadonlyMap<number, unknown>): boolean =>
  narrow.every(
    ({ operator, operand, negated }) =>
      operator !== "channel" || negated === true || subscribed.has(Number(operand)),
  );

const isFlagged = (message: Message, ...flags: readonly string[]): boolean =>
  message.flags.some((flag) => flags.includes(flag));

const meetsIs = (word: string, message: Message): boolean | undefined => {
  switch (word) {
    case "starred":
      return isFlagged(message, "starred");
    case "mentioned":
      return isFlagged(message, "mentioned", "stream_wildcard_mentioned", "topic_wildcard_mentioned");
    case "alerted":
      return isFlagged(message, "has_alert_word");
    case "unread":
      return !isFlagged(message, "read");
    case "dm":
      return message.type === "private";
    case "resolved":
      return message.type === "stream" && message.subject.startsWith("✔ ");
    default:
      return undefined;
  }
};

const recipientsOf = (message: Message): readonly number[] =>
  typeof message.display_recipient === "string" ? [] : message.display_recipient.map(({ id }) => id);

const meets = ({ operator, operand }: Term, message: Message, ownId: number): boolean | undefined => {
  switch (operator) {
    case "channel":
      return message.type === "stream" && message.stream_id === operand;
    case "topic":
      return message.type === "stream" && sameButCase(message.subject, String(operand));
    case "dm":
      return (
        message.type === "private" &&
        Array.isArray(operand) &&
        sortedIds(recipientsOf(message)).join() === sortedIds([...operand, ownId]).join()
      );
    case "sender":
      return message.sender_id === operand;
    case "id":
      return message.id === operand;
    case "near":
    case "with":
      return true;
    case "is":
      return meetsIs(String(operand), message);
    default:
      return undefined;
  }
};

/** Whether the message is in the narrow; undefined if only the server can tell. */
export const isIn = (narrow: Narrow, message: Message, ownId: number): boolean | undefined => {
  const answers = narrow.map((term) => {
    const met = meets(term, message, ownId);
    return met === undefined ? undefined : met !== (term.negated ?? false);
  });
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
};
