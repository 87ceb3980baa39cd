import type { RealmId } from "../../../domain/ids";

/** Reads which pictures realms use: avatars, emoji, icons and logos. */
export interface PictureReader {
  /** Which of the names are files of the realm's current pictures. */
  amongNames(realmId: RealmId, names: readonly string[]): Promise<readonly string[]>;
}
