import { badRequest, type RefusalIn } from "../refusal";

export type EmojiError = RefusalIn<typeof import("./refusals")>;

export const emojiFileRequired = badRequest("emojiFileRequired", "You must upload exactly one file.");
/** `problem` is from `emojiNameProblem`. */
export const invalidNewEmojiName = (problem: string) => badRequest("invalidNewEmojiName", problem);
export const emojiNameTaken = badRequest("emojiNameTaken", "A custom emoji with this name already exists.");
export const cannotOverrideDefaultEmoji = badRequest(
  "cannotOverrideDefaultEmoji",
  "Only administrators can override default emoji.",
);
export const notEmojiAuthor = badRequest(
  "notEmojiAuthor",
  "Must be an organization administrator or emoji author",
);
export const noSuchEmoji = (name: string) => badRequest("noSuchEmoji", `Emoji '${name}' does not exist`);
export const invalidEmojiName = badRequest("invalidEmojiName", "Invalid emoji name.");
export const invalidEmojiCode = badRequest("invalidEmojiCode", "Invalid emoji code.");
export const invalidCustomEmoji = badRequest("invalidCustomEmoji", "Invalid custom emoji.");
export const invalidCustomEmojiName = badRequest("invalidCustomEmojiName", "Invalid custom emoji name.");
export const customEmojiDeactivated = badRequest(
  "customEmojiDeactivated",
  "This custom emoji has been deactivated.",
);
