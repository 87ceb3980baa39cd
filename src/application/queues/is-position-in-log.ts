import type { RealmId } from "../../domain/ids";
import type { RealmDirectory } from "../held-realms/realm-directory";

/**
 * Whether the log contains the position that the client has reached. If not, the client may have received it
 * from another node, so this one catches up. A client that is still ahead has received events that a
 * failover lost.
 */
export const isPositionInLog = async (
  directory: RealmDirectory,
  realmId: RealmId,
  position: number,
): Promise<boolean> =>
  position <= directory.positionOf(realmId) || position <= (await directory.newest(realmId)).position;
