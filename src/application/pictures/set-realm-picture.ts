import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { FileError } from "../../domain/files/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { type PictureError, pictureMissing } from "../../domain/pictures/refusals";
import type { Realm, RealmPictureName } from "../../domain/realm/realm";
import { requesterOf } from "../admission/requester-of";
import { readNewestAsAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { FileStore } from "../ports/files/file-store";
import { type ImageEditor, imageOf } from "../ports/pictures/image-editor";
import type { RandomTokens } from "../ports/system/random-tokens";
import type { InTransaction } from "../transaction";
import type { FailureListener } from "../uploads/shared/with-file-store";
import { changeRealmPicture } from "./internal/change-realm-picture";
import { refuseBadImage, withStoredPictures } from "./shared/prepare-picture";

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

/** Sets the organization's icon, or its logo for light or dark themes, and returns the changed realm. */
export const setRealmPicture =
  (ports: Ports) =>
  (
    caller: Caller,
    name: RealmPictureName,
    image: Uint8Array | undefined,
  ): TaskEither<CallerError | FileError | LimitError | PictureError, Realm> =>
    readNewestAsAdministrator(ports.directory, caller, async (_state, user) => {
      const { inTransaction, images, tokens } = ports;
      if (image === undefined) return E.left(pictureMissing(name === "icon" ? "icon" : "logo"));
      const edited = refuseBadImage(
        await images.edit(requesterOf(caller.realmId, user), imageOf(image), (opened) =>
          name === "icon" ? opened.square(iconSide) : opened.within(logoWidth, logoHeight),
        ),
      );
      if (E.isLeft(edited)) return edited;
      const file = `realm/${tokens.uuid()}.png`;
      const changed = changeRealmPicture(inTransaction, caller, name, file);
      return withStoredPictures(ports, caller.realmId, [[file, edited.right]], changed);
    });
