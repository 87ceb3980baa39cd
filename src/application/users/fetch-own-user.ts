import { isLeft, right } from "fp-ts/Either";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { MessageReader } from "../ports/message-reader";
import type { RealmDirectory } from "../realm-directory";

/** The caller, as they see themselves. */
export interface OwnUser {
  readonly user: User;
  /** The newest message that reached them. */
  readonly newestMessageId: number | undefined;
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
}

/** The caller themselves. */
export const fetchOwnUser =
  ({ directory, messages }: Ports) =>
  (caller: Caller): Result<OwnUser> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    if (isLeft(user)) return user;
    const newestMessageId = await messages.newestId(caller.realmId, caller.userId);
    return right({ user: user.right, newestMessageId });
  };
