import { isLeft, right } from "fp-ts/Either";
import type { SharedAttachment } from "../../domain/files/attachment";
import { readableScope } from "../access/message-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { AttachmentReader } from "../ports/files/attachment-reader";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly attachments: AttachmentReader;
  readonly clock: Clock;
}

/** A user's files, and the space that all files take. */
export interface OwnAttachments {
  readonly attachments: readonly SharedAttachment[];
  /** Total bytes of the organization's files. */
  readonly spaceUsed: number;
}

/** Lists the caller's uploads. */
export const listAttachments =
  ({ directory, attachments, clock }: Ports) =>
  (caller: Caller): Result<OwnAttachments> =>
  async () => {
    const { realmId, userId } = caller;
    const state = await directory.stateOf(realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const scope = readableScope(state, user.right, clock.now());
    return right({
      attachments: await attachments.ofOwner(realmId, userId, scope),
      spaceUsed: await attachments.spaceUsed(realmId),
    });
  };
