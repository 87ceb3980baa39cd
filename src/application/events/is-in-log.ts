import type { RealmDirectory } from "../realm-directory";

/**
 * Whether the log has the position that the client has come to. Another node may have told it of that, so this one
 * catches up. A client that is ahead of the log has heard what a failover lost.
 */
export const isInLog = async (
  directory: RealmDirectory,
  realmId: number,
  position: number,
): Promise<boolean> =>
  position <= directory.positionOf(realmId) || position <= (await directory.newest(realmId)).position;
