import { isLeft, right } from "fp-ts/Either";
import type { SharedAttachment } from "../../domain/attachment";
import { type Caller, callerIn, type Result } from "../caller";
import { readableScope } from "../messages/message-access";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly directory: RealmDirectory;
  readonly attachments: AttachmentReader;
  readonly clock: Clock;
}

/** A user's files, and the space that all files take. */
export interface OwnAttachments {
  readonly attachments: readonly SharedAttachment[];
  /** What all files of the organization take, in bytes. */
  readonly spaceUsed: number;
}

/** What the caller has uploaded. */
export const listAttachments =
  ({ directory, attachments, clock }: Ports) =>
  (caller: Caller): Result<OwnAttachments> =>
  async () => {
    const { realmId, userId } = caller;
    const state = await directory.of(realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const scope = readableScope(state, user.right, clock.now());
    return right({
      attachments: await attachments.ofOwner(realmId, userId, scope),
      spaceUsed: await attachments.spaceUsed(realmId),
    });
  };
