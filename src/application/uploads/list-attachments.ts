import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { SharedAttachment } from "../../domain/files/attachment";
import { readableScope } from "../access/message-access";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
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
  (caller: Caller): TaskEither<CallerError, OwnAttachments> =>
    readAsCaller(directory, caller, async (state, user) => {
      const { realmId, userId } = caller;
      return E.right({
        attachments: await attachments.ofOwner(realmId, userId, readableScope(state, user, clock.now())),
        spaceUsed: await attachments.spaceUsed(realmId),
      });
    });
