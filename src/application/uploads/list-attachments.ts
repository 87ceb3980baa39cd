import { isLeft, right } from "fp-ts/Either";
import type { SharedAttachment } from "../../domain/attachment";
import { type Caller, callerIn, type Result } from "../caller";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly directory: RealmDirectory;
  readonly attachments: AttachmentReader;
}

/** A user's files, and the space that all files take. */
export interface OwnAttachments {
  readonly attachments: readonly SharedAttachment[];
  /** What all files of the organization take, in bytes. */
  readonly spaceUsed: number;
}

/** What the caller has uploaded. */
export const listAttachments =
  ({ directory, attachments }: Ports) =>
  (caller: Caller): Result<OwnAttachments> =>
  async () => {
    const { realmId, userId } = caller;
    const user = callerIn(await directory.of(realmId), caller);
    if (isLeft(user)) return user;
    return right({
      attachments: await attachments.ofOwner(realmId, userId),
      spaceUsed: await attachments.spaceUsed(realmId),
    });
  };
