import { badRequest, type RefusalIn, refusal } from "../refusal";

export type ReactionError = RefusalIn<typeof import("./reaction-refusals")>;

export const reactionAlreadyExists = refusal(
  "reactionAlreadyExists",
  "REACTION_ALREADY_EXISTS",
  "Reaction already exists.",
);
export const reactionDoesNotExist = refusal(
  "reactionDoesNotExist",
  "REACTION_DOES_NOT_EXIST",
  "Reaction doesn't exist.",
);
export const reactionNotNamed = badRequest(
  "reactionNotNamed",
  "At least one of the following arguments must be present: emoji_name, emoji_code",
);
export const tooManyReactionsBySender = (limit: number) =>
  badRequest("tooManyReactionsBySender", `You can put at most ${limit} reactions on a message.`);
export const tooManyReactions = badRequest("tooManyReactions", "This message has too many reactions.");
