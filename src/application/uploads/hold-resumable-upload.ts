import { isAttachmentPath } from "../../domain/files/attachment";
import type { RealmId } from "../../domain/ids";
import type { UploadReservations } from "../ports/files/upload-reservations";

interface Ports {
  readonly uploadReservations: Pick<UploadReservations, "extendHold" | "hold" | "releaseHold">;
}

/** A request that hasn't extended its hold for this long has died with its process. */
const holdSeconds = 30;

/** Lets one request at a time, across all nodes, work on an upload. */
export const holdResumableUpload =
  ({ uploadReservations }: Ports) =>
  (realmId: RealmId, path: string, holder: string) => {
    // Clients can ask for any path, but only uploads need a hold.
    const isUpload = isAttachmentPath(path);
    return {
      /** Whether the request may begin. If not, the request that holds the upload learns that another one waits. */
      begin: async (): Promise<boolean> =>
        !isUpload || (await uploadReservations.hold(realmId, path, holder, holdSeconds)),
      /** Extends the hold; returns whether another request waits for this one to end, or has taken its place. */
      extend: async (): Promise<boolean> =>
        isUpload && (await uploadReservations.extendHold(realmId, path, holder, holdSeconds)),
      end: async (): Promise<void> => {
        if (isUpload) await uploadReservations.releaseHold(realmId, path, holder);
      },
    };
  };
