import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { not } from "fp-ts/Predicate";
import type { InputError } from "../../../domain/input-refusals";
import { normalizeContent } from "../../../domain/messages/message";
import {
  emptySnippetContent,
  emptySnippetTitle,
  invalidSnippetTitleCharacters,
  type SnippetError,
  snippetTitleTooLong,
} from "../../../domain/snippets/refusals";
import { type SavedSnippet, snippetLimits } from "../../../domain/snippets/saved-snippet";
import { isMisleading } from "../../../domain/text/name-characters";

type SnippetText = Omit<SavedSnippet, "id" | "createdAt">;

const { titleLength } = snippetLimits;

const checkTitle = (title: string): E.Either<InputError | SnippetError, string> =>
  pipe(
    E.right(title.trim()),
    E.filterOrElse(
      (trimmed) => trimmed !== "",
      () => emptySnippetTitle,
    ),
    E.filterOrElseW(
      (trimmed) => [...trimmed].length <= titleLength,
      () => snippetTitleTooLong(titleLength),
    ),
    E.filterOrElseW(not(isMisleading), () => invalidSnippetTitleCharacters),
  );

const checkContent = (content: string): E.Either<SnippetError, string> =>
  pipe(
    normalizeContent(content),
    E.fromPredicate(
      (normalized) => normalized.trim() !== "",
      () => emptySnippetContent,
    ),
  );

/** Title and content as they are stored, if they are valid. */
export const checkSnippet = ({
  title,
  content,
}: SnippetText): E.Either<InputError | SnippetError, SnippetText> =>
  pipe(
    E.Do,
    E.bind("title", () => checkTitle(title)),
    E.bindW("content", () => checkContent(content)),
  );
