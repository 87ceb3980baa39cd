import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import { allows } from "../../domain/role";
import { avatarFileEndings, type User } from "../../domain/user";
import { requesterOf } from "../admission/requester-of";
import { type Caller, callerIn, type Result } from "../caller";
import type { FileStore } from "../ports/file-store";
import { type ImageEditor, imageOf } from "../ports/image-editor";
import type { RandomTokens } from "../ports/random-tokens";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import type { FailureListener } from "../uploads/storing";
import { orBadImage, storePictures } from "./prepare-picture";

const [smallEnding, mediumEnding] = avatarFileEndings;

interface Ports extends FailureListener {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly files: FileStore;
  readonly images: ImageEditor;
  readonly tokens: RandomTokens;
}

/** Pixels a side. */
const small = 100;
const medium = 500;

const changer = (state: RealmState, caller: Caller): Either<ApiError, User> => {
  const user = callerIn(state, caller);
  if (isLeft(user)) return user;
  return state.realm.settings.avatarChangesDisabled && !allows(user.right.role, "administrator")
    ? left(badRequest("Avatar changes are disabled in this organization."))
    : user;
};

/** Shows the caller by a picture of theirs; answers with them as they are then. */
export const setAvatar =
  (ports: Ports) =>
  (caller: Caller, image: Uint8Array | undefined): Result<User> =>
  async () => {
    if (image === undefined) return left(badRequest("You must upload exactly one avatar."));
    const { inTransaction, directory, images, tokens } = ports;
    const early = changer(await directory.of(caller.realmId), caller);
    if (isLeft(early)) return early;
    const edited = await images.edit(
      requesterOf(caller.realmId, early.right),
      imageOf(image),
      async (opened) => {
        const smallImage = await opened.square(small);
        const mediumImage = await opened.square(medium);
        if (isLeft(smallImage)) return smallImage;
        return isLeft(mediumImage) ? mediumImage : right([smallImage.right, mediumImage.right] as const);
      },
    );
    const squares = orBadImage(edited);
    if (isLeft(squares)) return squares;
    const [smallImage, mediumImage] = squares.right;
    const file = tokens.uuid();
    const stored = await storePictures(ports, caller.realmId, [
      [`${file}${smallEnding}`, smallImage],
      [`${file}${mediumEnding}`, mediumImage],
    ]);
    if (isLeft(stored)) return stored;
    return inTransaction(caller, (tx) => async () => {
      const user = changer(tx.state, caller);
      if (isLeft(user)) return user;
      const avatar = { source: "upload", version: user.right.avatar.version + 1, file } as const;
      tx.append({ type: "user_changed", userId: caller.userId, change: { avatar } });
      return right({ ...user.right, avatar });
    })();
  };

/** Shows the caller as the organization shows those who chose no picture. */
export const removeAvatar =
  ({ inTransaction }: Pick<Ports, "inTransaction">) =>
  (caller: Caller): Result<User> =>
    inTransaction(caller, (tx) => async () => {
      const user = changer(tx.state, caller);
      if (isLeft(user)) return user;
      const source = tx.state.realm.settings.defaultAvatarSource;
      const avatar = { source, version: user.right.avatar.version + 1 };
      tx.append({ type: "user_changed", userId: caller.userId, change: { avatar } });
      return right({ ...user.right, avatar });
    });
