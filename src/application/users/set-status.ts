import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { EmojiKind } from "../../domain/emoji/emoji";
import type { EmojiError } from "../../domain/emoji/refusals";
import type { UserId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { RealmState } from "../../domain/state/realm-state";
import { breaksLine } from "../../domain/text/name-characters";
import type { UserError } from "../../domain/users/refusals";
import {
  invalidStatusTextCharacters,
  noNewStatusValues,
  type StatusError,
  statusEmojiNameMissing,
  statusTextTooLong,
} from "../../domain/users/status-refusals";
import type { User } from "../../domain/users/user";
import { longestStatusText, type UserStatus } from "../../domain/users/user-status";
import { userToChange } from "../access/check-user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { checkEmoji } from "../emoji/shared/check-emoji";
import { definedPart } from "../entity-update";
import type { EmojiCatalog } from "../ports/emoji/emoji-catalog";
import type { InTransaction, Transaction } from "../transaction";

/** The fields of a status to change; undefined fields stay. */
export interface StatusInput {
  readonly text: string | undefined;
  readonly isAway: boolean | undefined;
  /** An empty name removes the emoji. */
  readonly emojiName: string | undefined;
  readonly emojiCode: string | undefined;
  readonly emojiKind: EmojiKind | undefined;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly emoji: EmojiCatalog;
}

/** Sets the caller's status, or for administrators another person's. */
export const setStatus =
  ({ inTransaction, emoji }: Ports) =>
  (
    caller: Caller,
    userId: UserId,
    input: StatusInput,
  ): TaskEither<CallerError | EmojiError | InputError | StatusError | UserError, void> =>
    asCaller(inTransaction, caller, async (tx, actor) =>
      pipe(
        personToChange(tx, actor, userId),
        E.chainW(() => checkStatus(emoji, tx.state.emoji, input)),
        E.map((change) => tx.append({ type: "user_status_changed", userId, change })),
      ),
    );

const personToChange = (
  { state, now }: Transaction,
  actor: User,
  userId: UserId,
): E.Either<CallerError | UserError, User> =>
  userId === actor.id
    ? E.right(actor)
    : userToChange(state, actor, userId, { bots: false, deactivated: false }, now);

const checkStatus = (
  catalog: EmojiCatalog,
  realmEmoji: RealmState["emoji"],
  input: StatusInput,
): E.Either<EmojiError | InputError | StatusError, Partial<UserStatus>> =>
  pipe(
    checkGiven(input),
    E.bindW("text", () => checkText(input.text)),
    E.bindW("emoji", () => emojiOf(catalog, realmEmoji, input)),
    E.map(definedPart),
  );

/** Refuses a request that changes nothing, and one that gives an emoji without its name. */
const checkGiven = ({
  text,
  isAway,
  emojiName,
  emojiCode,
  emojiKind,
}: StatusInput): E.Either<StatusError, Pick<StatusInput, "isAway">> => {
  const hasEmojiWithoutName = emojiName === undefined && (emojiCode !== undefined || emojiKind !== undefined);
  if (hasEmojiWithoutName) return E.left(statusEmojiNameMissing);
  const isEmpty = text === undefined && isAway === undefined && emojiName === undefined;
  return isEmpty ? E.left(noNewStatusValues) : E.right({ isAway });
};

const checkText = (text: string | undefined): E.Either<InputError | StatusError, string | undefined> => {
  if (text === undefined) return E.right(undefined);
  const trimmed = text.trim();
  if ([...trimmed].length > longestStatusText) return E.left(statusTextTooLong(longestStatusText));
  return breaksLine(trimmed) ? E.left(invalidStatusTextCharacters) : E.right(trimmed);
};

/** The emoji, null to remove the current one, or undefined to leave it. */
const emojiOf = (
  catalog: EmojiCatalog,
  realmEmoji: RealmState["emoji"],
  { emojiName, emojiCode, emojiKind }: StatusInput,
): E.Either<EmojiError, UserStatus["emoji"] | undefined> => {
  if (emojiName === undefined) return E.right(undefined);
  return emojiName === ""
    ? E.right(null)
    : checkEmoji(catalog, realmEmoji, { name: emojiName, code: emojiCode, kind: emojiKind });
};
