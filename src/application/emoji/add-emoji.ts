import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, insufficientPermission, notForGuests } from "../../domain/errors";
import { may } from "../../domain/permission";
import { activeEmoji, emojiNameProblem } from "../../domain/realm-emoji";
import type { RealmState } from "../../domain/realm-state";
import { allows } from "../../domain/role";
import type { User } from "../../domain/user";
import { requesterOf } from "../admission/requester-of";
import { type Caller, callerIn, type Result } from "../caller";
import { orBadImage, storePictures } from "../pictures/prepare-picture";
import type { Clock } from "../ports/clock";
import type { EmojiCatalog } from "../ports/emoji-catalog";
import type { FileStore } from "../ports/file-store";
import { type ImageEditor, imageOf } from "../ports/image-editor";
import type { RandomTokens } from "../ports/random-tokens";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import type { FailureListener } from "../uploads/storing";

interface Ports extends FailureListener {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly emoji: EmojiCatalog;
  readonly files: FileStore;
  readonly images: ImageEditor;
  readonly tokens: RandomTokens;
  readonly clock: Clock;
}

/** Pixels a side. */
const side = 64;

/** The name under which an emoji is kept: people may write it with spaces. */
const keptName = (name: string): string => name.trim().replaceAll(" ", "_");

/**
 * Adds an emoji of the organization's own; answers with its id. It may have the name of one that was taken out of
 * use, and, by an administrator's hand, that of one of Unicode's, in whose place it is then.
 */
export const addEmoji =
  (ports: Ports) =>
  (caller: Caller, wantedName: string, image: Uint8Array | undefined): Result<number> =>
  async () => {
    const { inTransaction, directory, emoji, images, tokens, clock } = ports;
    const name = keptName(wantedName);
    const early = refusalOf(emoji, await directory.of(caller.realmId), caller, name, clock.now());
    if (isLeft(early)) return early;
    if (image === undefined) return left(badRequest("You must upload exactly one file."));
    const edited = orBadImage(
      await images.edit(requesterOf(caller.realmId, early.right), imageOf(image), (opened) =>
        opened.emoji(side),
      ),
    );
    if (isLeft(edited)) return edited;
    const token = tokens.uuid();
    const { extension, still } = edited.right;
    const file = `emoji/images/${token}.${extension}`;
    const stillFile = still && `emoji/images/still/${token}.png`;
    const stored = await storePictures(ports, caller.realmId, [
      [file, edited.right.image],
      ...(still && stillFile ? [[stillFile, still] as const] : []),
    ]);
    if (isLeft(stored)) return stored;
    return inTransaction(caller, (tx) => async () => {
      const refusal = refusalOf(emoji, tx.state, caller, name, tx.now);
      if (isLeft(refusal)) return refusal;
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
      return right(id);
    })();
  };

const refusalOf = (
  catalog: EmojiCatalog,
  state: RealmState,
  caller: Caller,
  name: string,
  now: number,
): Either<ApiError, User> => {
  const user = callerIn(state, caller);
  if (isLeft(user)) return user;
  if (user.right.role === "guest") return left(notForGuests);
  const problem = emojiNameProblem(name);
  if (problem !== undefined) return left(badRequest(problem));
  if (!may(state, user.right, "canAddCustomEmojiGroup", now)) return left(insufficientPermission);
  if (activeEmoji(state.emoji, name))
    return left(badRequest("A custom emoji with this name already exists."));
  return catalog.codeOf(name) !== undefined && !allows(user.right.role, "administrator")
    ? left(badRequest("Only administrators can override default emoji."))
    : user;
};
