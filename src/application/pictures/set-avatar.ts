import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { FileError } from "../../domain/files/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { type PictureError, pictureMissing } from "../../domain/pictures/refusals";
import { avatarFileEndings, type User } from "../../domain/users/user";
import { requesterOf } from "../admission/requester-of";
import { asCaller, readNewestAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { FileStore } from "../ports/files/file-store";
import { type ImageEditor, imageOf } from "../ports/pictures/image-editor";
import type { RandomTokens } from "../ports/system/random-tokens";
import type { InTransaction } from "../transaction";
import type { FailureListener } from "../uploads/shared/with-file-store";
import { checkAvatarChange } from "./internal/check-avatar-change";
import { refuseBadImage, withStoredPictures } from "./shared/prepare-picture";

const [smallEnding, mediumEnding] = avatarFileEndings;

interface Ports extends FailureListener {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly files: FileStore;
  readonly images: ImageEditor;
  readonly tokens: RandomTokens;
}

/** Pixels a side. */
const sideLengths = { small: 100, medium: 500 } as const;

/** Sets the caller's avatar and returns the changed user. */
export const setAvatar =
  (ports: Ports) =>
  (
    caller: Caller,
    image: Uint8Array | undefined,
  ): TaskEither<CallerError | FileError | LimitError | PictureError, User> => {
    if (image === undefined) return TE.left(pictureMissing("avatar"));
    const { inTransaction, directory, images, tokens } = ports;
    return readNewestAsCaller(directory, caller, async (state, owner) => {
      const early = checkAvatarChange(state, owner);
      if (E.isLeft(early)) return early;
      const edited = await images.edit(requesterOf(caller.realmId, owner), imageOf(image), async (opened) => {
        const smallImage = await opened.square(sideLengths.small);
        const mediumImage = await opened.square(sideLengths.medium);
        return pipe(E.Do, E.apS("smallImage", smallImage), E.apS("mediumImage", mediumImage));
      });
      const squares = refuseBadImage(edited);
      if (E.isLeft(squares)) return squares;
      const { smallImage, mediumImage } = squares.right;
      const file = tokens.uuid();
      const pictures = [
        [`${file}${smallEnding}`, smallImage],
        [`${file}${mediumEnding}`, mediumImage],
      ] as const;
      const change: TaskEither<CallerError | PictureError, User> = asCaller(
        inTransaction,
        caller,
        async (tx, user) => {
          const allowed = checkAvatarChange(tx.state, user);
          if (E.isLeft(allowed)) return allowed;
          const avatar = { source: "upload", version: user.avatar.version + 1, file } as const;
          tx.append({ type: "user_changed", userId: caller.userId, change: { avatar } });
          return E.right({ ...user, avatar });
        },
      );
      return withStoredPictures(ports, caller.realmId, pictures, change);
    });
  };
