import type { Message } from "./message";
import { sortedUnique } from "./message";

/** One condition of a narrow, with its operand already looked up. */
export type NarrowTerm = { readonly negated: boolean } & (
  | { readonly operator: "channel"; readonly channelId: number }
  | { readonly operator: "channels"; readonly channelIds: readonly number[] }
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
    case "channels":
      return conversation.kind === "channel" && term.channelIds.includes(conversation.channelId);
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

/** The channels that the narrow is about; undefined where it is not about channels alone. */
export const channelsOf = (narrow: Narrow): readonly number[] | undefined =>
  narrow.flatMap((term) => {
    if (term.negated) return [];
    if (term.operator === "channel") return [[term.channelId]];
    return term.operator === "channels" ? [term.channelIds] : [];
  })[0];
