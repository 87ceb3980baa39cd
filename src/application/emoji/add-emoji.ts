import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, insufficientPermission, notForGuests } from "../../domain/caller-refusals";
import { activeEmoji, emojiNameProblem } from "../../domain/emoji/realm-emoji";
import {
  cannotOverrideDefaultEmoji,
  type EmojiError,
  emojiFileRequired,
  emojiNameTaken,
  invalidNewEmojiName,
} from "../../domain/emoji/refusals";
import type { FileError } from "../../domain/files/refusals";
import type { EmojiId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import type { PictureError } from "../../domain/pictures/refusals";
import { checkCreation } from "../../domain/policy/creation-limits";
import { may } from "../../domain/policy/permission";
import type { RealmState } from "../../domain/state/realm-state";
import { allows } from "../../domain/users/role";
import type { User } from "../../domain/users/user";
import { requesterOf } from "../admission/requester-of";
import { asCaller, readNewestAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { refuseBadImage, withStoredPictures } from "../pictures/shared/prepare-picture";
import type { EmojiCatalog } from "../ports/emoji/emoji-catalog";
import type { FileStore } from "../ports/files/file-store";
import { type ImageEditor, imageOf } from "../ports/pictures/image-editor";
import type { Clock } from "../ports/system/clock";
import type { RandomTokens } from "../ports/system/random-tokens";
import type { InTransaction } from "../transaction";
import type { FailureListener } from "../uploads/shared/with-file-store";

interface Ports extends FailureListener {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly emoji: EmojiCatalog;
  readonly files: FileStore;
  readonly images: ImageEditor;
  readonly tokens: RandomTokens;
  readonly clock: Clock;
}

/** In pixels. */
const sideLength = 64;

/** Users may write names with spaces. */
const normalizeName = (name: string): string => name.trim().replaceAll(" ", "_");

/**
 * Adds a custom emoji and returns its id. The name may be that of a deactivated one. Administrators may override the
 * name of a Unicode emoji.
 */
export const addEmoji =
  (ports: Ports) =>
  (
    caller: Caller,
    wantedName: string,
    image: Uint8Array | undefined,
  ): TaskEither<CallerError | EmojiError | FileError | LimitError | PictureError, EmojiId> =>
    readNewestAsCaller(ports.directory, caller, async (state, author) => {
      const { inTransaction, emoji, images, tokens, clock } = ports;
      const name = normalizeName(wantedName);
      const early = checkMayAdd(emoji, state, author, name, clock.now());
      if (E.isLeft(early)) return early;
      if (image === undefined) return E.left(emojiFileRequired);
      const edited = refuseBadImage(
        await images.edit(requesterOf(caller.realmId, author), imageOf(image), (opened) =>
          opened.emoji(sideLength),
        ),
      );
      if (E.isLeft(edited)) return edited;
      const token = tokens.uuid();
      const { extension, still } = edited.right;
      const file = `emoji/images/${token}.${extension}`;
      const stillFile = still && `emoji/images/still/${token}.png`;
      const pictures = [
        [file, edited.right.image] as const,
        ...(still && stillFile ? [[stillFile, still] as const] : []),
      ];
      const add = asCaller(inTransaction, caller, async (tx, user) => {
        const stillAllowed = checkMayAdd(emoji, tx.state, user, name, tx.now);
        if (E.isLeft(stillAllowed)) return stillAllowed;
        const id = tx.newId("emoji");
        tx.append({
          type: "emoji_added",
          emoji: {
            id,
            name,
            authorId: caller.userId,
            image: file,
            stillImage: stillFile,
            isDeactivated: false,
            createdAt: tx.now,
          },
        });
        return E.right(id);
      });
      return withStoredPictures(ports, caller.realmId, pictures, add);
    });

const checkMayAdd = (
  catalog: EmojiCatalog,
  state: RealmState,
  user: User,
  name: string,
  now: number,
): E.Either<CallerError | EmojiError | LimitError, undefined> => {
  if (user.role === "guest") return E.left(notForGuests);
  const problem = emojiNameProblem(name);
  if (problem !== undefined) return E.left(invalidNewEmojiName(problem));
  if (!may(state, user, "canAddCustomEmojiGroup", now)) return E.left(insufficientPermission);
  if (activeEmoji(state.emoji, name)) return E.left(emojiNameTaken);
  return pipe(
    checkCreation(state, user, ["emoji", "emoji"], now),
    E.filterOrElseW(
      () => catalog.codeOf(name) === undefined || allows(user.role, "administrator"),
      () => cannotOverrideDefaultEmoji,
    ),
  );
};
