import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import type { Realm, RealmPictureName } from "../../domain/realm";
import { requesterOf } from "../admission/requester-of";
import { administratorIn, type Caller, type Result } from "../caller";
import type { FileStore } from "../ports/file-store";
import { type ImageEditor, imageOf } from "../ports/image-editor";
import type { RandomTokens } from "../ports/random-tokens";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import type { FailureListener } from "../uploads/storing";
import { orBadImage, storePictures } from "./prepare-picture";

interface Ports extends FailureListener {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly files: FileStore;
  readonly images: ImageEditor;
  readonly tokens: RandomTokens;
}

/** Pixels. */
const iconSide = 100;
const logoWidth = 800;
const logoHeight = 100;

/** Gives the organization an icon, or a logo for bright or dark surroundings; tells it as it is then. */
export const setRealmPicture =
  (ports: Ports) =>
  (caller: Caller, name: RealmPictureName, image: Uint8Array | undefined): Result<Realm> =>
  async () => {
    const { inTransaction, directory, images, tokens } = ports;
    const early = administratorIn(await directory.of(caller.realmId), caller);
    if (isLeft(early)) return early;
    if (image === undefined)
      return left(badRequest(`You must upload exactly one ${name === "icon" ? "icon" : "logo"}.`));
    const edited = orBadImage(
      await images.edit(requesterOf(caller.realmId, early.right), imageOf(image), (opened) =>
        name === "icon" ? opened.square(iconSide) : opened.within(logoWidth, logoHeight),
      ),
    );
    if (isLeft(edited)) return edited;
    const file = `realm/${tokens.uuid()}.png`;
    const stored = await storePictures(ports, caller.realmId, [[file, edited.right]]);
    return isLeft(stored) ? stored : change(inTransaction, caller, name, file)();
  };

/** Takes the organization's picture away: the server's own is shown again. */
export const removeRealmPicture =
  ({ inTransaction }: Pick<Ports, "inTransaction">) =>
  (caller: Caller, name: RealmPictureName): Result<Realm> =>
    change(inTransaction, caller, name, null);

const change = (
  inTransaction: InTransaction,
  caller: Caller,
  name: RealmPictureName,
  file: string | null,
): Result<Realm> =>
  inTransaction(caller, (tx) => async () => {
    const user = administratorIn(tx.state, caller);
    if (isLeft(user)) return user;
    const { realm } = tx.state;
    const pictures = { [name]: { file, version: realm.pictures[name].version + 1 } };
    tx.append({ type: "realm_changed", change: { pictures } });
    return right({ ...realm, pictures: { ...realm.pictures, ...pictures } });
  });
