import type { RealmId } from "../ids";

/** The key of a file in the store: `files/{path}`. */
export const fileKey = (path: string): string => `files/${path}`;

/** The key of a file's thumbnail in a format. */
export const thumbnailKey = (path: string, format: string): string => `thumbnails/${path}/${format}`;

/** The prefix of the parts of a resumable upload. */
export const partsPrefix = (path: string): string => `parts/${path}/`;

const offsetDigits = 15;

/** The key of the part that starts at this byte. */
export const partKey = (path: string, offset: number): string =>
  `${partsPrefix(path)}${String(offset).padStart(offsetDigits, "0")}`;

/** The key of what the client declared about a resumable upload when it began. */
export const partsInfoKey = (path: string): string => `${partsPrefix(path)}info`;

/** The key of an avatar, emoji, icon or logo. Anyone who knows its name may see it. */
export const pictureKey = (realmId: RealmId, name: string): string => `pictures/${realmId}/${name}`;

/** The address of such a picture. It needs no login, but its name is unguessable. */
export const pictureAddress = (realmId: RealmId, name: string): string => `/user_avatars/${realmId}/${name}`;

/** Parses a key: its kind, the realm, and the file's path or the picture's name. */
export const partsOfKey = (
  key: string,
): { readonly kind: string; readonly realmId: RealmId; readonly name: string } => {
  const [kind = "", realm = "", ...rest] = key.split("/");
  const isOfFile = kind !== "pictures";
  return {
    kind,
    realmId: Number(realm),
    name: isOfFile ? [realm, ...rest.slice(0, 3)].join("/") : rest.join("/"),
  };
};
