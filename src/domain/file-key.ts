/** Where a file is in the store: `files/{path}`. */
export const fileKey = (path: string): string => `files/${path}`;

/** Where the small image of a file is, in a format. */
export const thumbnailKey = (path: string, format: string): string => `thumbnails/${path}/${format}`;

/** Where the parts of an upload are that comes in pieces. */
export const partsPrefix = (path: string): string => `parts/${path}/`;

const offsetDigits = 15;

/** The part that begins at this byte. */
export const partKey = (path: string, offset: number): string =>
  `${partsPrefix(path)}${String(offset).padStart(offsetDigits, "0")}`;

/** What was said of such an upload when it began. */
export const partsInfoKey = (path: string): string => `${partsPrefix(path)}info`;

/** Avatars, emoji, icons and logos, which everyone may see who knows their names. */
export const pictureKey = (realmId: number, name: string): string => `pictures/${realmId}/${name}`;

/** Where such a picture is: no login is needed, but its name isn't guessed. */
export const pictureAddress = (realmId: number, name: string): string => `/user_avatars/${realmId}/${name}`;

/** What a key is of: its kind, the realm, and the file's path or the picture's name. */
export const partsOfKey = (
  key: string,
): { readonly kind: string; readonly realmId: number; readonly name: string } => {
  const [kind = "", realm = "", ...rest] = key.split("/");
  const isOfFile = kind !== "pictures";
  return {
    kind,
    realmId: Number(realm),
    name: isOfFile ? [realm, ...rest.slice(0, 3)].join("/") : rest.join("/"),
  };
};
