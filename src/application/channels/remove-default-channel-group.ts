import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { DefaultChannelError } from "../../domain/channels/default-channel-refusals";
import type { DefaultChannelGroupId } from "../../domain/ids";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { findDefaultGroup, setDefaultGroups } from "./internal/default-channel-groups";

/** Removes a default channel group; its channels stay. Administrators only. */
export const removeDefaultChannelGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, groupId: DefaultChannelGroupId): TaskEither<CallerError | DefaultChannelError, void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      const group = findDefaultGroup(tx, groupId);
      if (E.isLeft(group)) return group;
      setDefaultGroups(
        tx,
        tx.state.defaultChannelGroups.filter(({ id }) => id !== groupId),
      );
      return E.right(undefined);
    });
