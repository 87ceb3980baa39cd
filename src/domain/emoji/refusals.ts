import { badRequest } from "../errors";

export const emojiFileRequired = badRequest("You must upload exactly one file.");
/** `problem` is from `emojiNameProblem`. */
export const invalidNewEmojiName = (problem: string) => badRequest(problem);
export const emojiNameTaken = badRequest("A custom emoji with this name already exists.");
export const cannotOverrideDefaultEmoji = badRequest("Only administrators can override default emoji.");
export const notEmojiAuthor = badRequest("Must be an organization administrator or emoji author");
export const noSuchEmoji = (name: string) => badRequest(`Emoji '${name}' does not exist`);
export const invalidEmojiName = badRequest("Invalid emoji name.");
export const invalidEmojiCode = badRequest("Invalid emoji code.");
export const invalidCustomEmoji = badRequest("Invalid custom emoji.");
export const invalidCustomEmojiName = badRequest("Invalid custom emoji name.");
export const customEmojiDeactivated = badRequest("This custom emoji has been deactivated.");
