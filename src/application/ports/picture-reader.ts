/** Reads which pictures realms show: avatars, emoji, icons and logos. */
export interface PictureReader {
  /** Those of the names that are files of a picture which the realm has. */
  amongNames(realmId: number, names: readonly string[]): Promise<readonly string[]>;
}
