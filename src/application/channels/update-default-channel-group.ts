import { isLeft, left, right } from "fp-ts/Either";
import { emptyDefaultGroupUpdate, sameDefaultGroupName } from "../../domain/channels/refusals";
import type { DefaultChannelGroupId } from "../../domain/ids";
import { asAdministrator } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";
import {
  checkGroupDescription,
  checkGroupName,
  findDefaultGroup,
  replaceDefaultGroup,
} from "./internal/default-channel-groups";

/** New texts of a group; undefined or empty leaves the current one. */
interface DefaultChannelGroupUpdate {
  readonly name: string | undefined;
  readonly description: string | undefined;
}

/** Changes the name or description of a default channel group. Administrators only. */
export const updateDefaultChannelGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, groupId: DefaultChannelGroupId, update: DefaultChannelGroupUpdate): Result<void> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      if (!update.name && !update.description) return left(emptyDefaultGroupUpdate);
      const group = findDefaultGroup(tx, groupId);
      if (isLeft(group)) return group;
      if (update.name === group.right.name) return left(sameDefaultGroupName(update.name));
      const name = update.name ? checkGroupName(tx, update.name) : right(group.right.name);
      if (isLeft(name)) return name;
      const description = checkGroupDescription(update.description || group.right.description);
      if (isLeft(description)) return description;
      replaceDefaultGroup(tx, { ...group.right, name: name.right, description: description.right });
      return right(undefined);
    });
