import type { Message } from "./message";
import { sortedUnique } from "./message";

/** One condition of a narrow, with its operand already looked up. */
export type NarrowTerm = { readonly negated: boolean } & (
  | { readonly operator: "channel"; readonly channelId: number }
  | { readonly operator: "topic"; readonly topic: string }
  /** Exactly these people, the reader included. */
  | { readonly operator: "dm"; readonly participants: readonly number[] }
  | { readonly operator: "is-dm" }
  | { readonly operator: "sender"; readonly userId: number }
);

/** A message is in the narrow when it meets every term. API §4.9. */
export type Narrow = readonly NarrowTerm[];

const meets = (term: NarrowTerm, message: Message): boolean => {
  const { conversation } = message;
  switch (term.operator) {
    case "channel":
      return conversation.kind === "channel" && conversation.channelId === term.channelId;
    case "topic":
      return conversation.kind === "channel" && message.topic.toLowerCase() === term.topic.toLowerCase();
    case "dm":
      return (
        conversation.kind === "direct" &&
        conversation.participants.join() === sortedUnique(term.participants).join()
      );
    case "is-dm":
      return conversation.kind === "direct";
    case "sender":
      return message.senderId === term.userId;
  }
};

export const matches = (narrow: Narrow, message: Message): boolean =>
  narrow.every((term) => meets(term, message) !== term.negated);

/** The one channel that the narrow is about, if it names one. */
export const channelOf = (narrow: Narrow): number | undefined =>
  narrow.flatMap((term) => (term.operator === "channel" && !term.negated ? [term.channelId] : []))[0];
