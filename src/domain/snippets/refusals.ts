import { invalidCharacters } from "../input-refusals";
import { badRequest, notFound, type RefusalIn } from "../refusal";

export type SnippetError = RefusalIn<typeof import("./refusals")>;

export const noSuchSnippet = notFound("noSuchSnippet", "Saved snippet does not exist.");
export const emptySnippetTitle = badRequest("emptySnippetTitle", "Title cannot be empty.");
export const snippetTitleTooLong = (limit: number) =>
  badRequest("snippetTitleTooLong", `title is too long (limit: ${limit} characters)`);
export const emptySnippetContent = badRequest("emptySnippetContent", "Content cannot be empty.");
export const invalidSnippetTitleCharacters = invalidCharacters("title");
