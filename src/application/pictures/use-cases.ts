import type { Workings } from "../workings";
import { findPicture, openPicture } from "./open-picture";
import { removeAvatar, setAvatar } from "./set-avatar";
import { removeRealmPicture, setRealmPicture } from "./set-realm-picture";

/** Avatars and the pictures of the realm. */
export const pictureUseCases = (workings: Workings) => ({
  find: findPicture(workings),
  open: openPicture(workings),
  removeAvatar: removeAvatar(workings),
  removeRealmPicture: removeRealmPicture(workings),
  setAvatar: setAvatar(workings),
  setRealmPicture: setRealmPicture(workings),
});
