import { isLeft, left, right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import type { DefaultChannelGroup } from "../../domain/channels/default-channel-group";
import {
  type DefaultChannelError,
  emptyDefaultGroupUpdate,
  sameDefaultGroupName,
} from "../../domain/channels/default-channel-refusals";
import type { DefaultChannelGroupId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import { asAdministrator } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";
import type { UpdateOf } from "../update-of";
import {
  checkGroupDescription,
  checkGroupName,
  findDefaultGroup,
  replaceDefaultGroup,
} from "./internal/default-channel-groups";

type FixedField = "id" | "channelIds";

/** New texts of a group; an empty one leaves the current one, too. */
type DefaultChannelGroupUpdate = UpdateOf<DefaultChannelGroup, FixedField>;

/** Changes the name or description of a default channel group. Administrators only. */
export const updateDefaultChannelGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    groupId: DefaultChannelGroupId,
    update: DefaultChannelGroupUpdate,
  ): Result<void, CallerError | DefaultChannelError | InputError> =>
    asAdministrator(inTransaction, caller, async (tx) => {
      if (!update.name && !update.description) return left(emptyDefaultGroupUpdate);
      const group = findDefaultGroup(tx, groupId);
      if (isLeft(group)) return group;
      if (update.name === group.right.name) return left(sameDefaultGroupName(update.name));
      const name = update.name ? checkGroupName(tx, update.name) : right(group.right.name);
      if (isLeft(name)) return name;
      const description = checkGroupDescription(update.description || group.right.description);
      if (isLeft(description)) return description;
      const fields: Omit<DefaultChannelGroup, FixedField> = {
        name: name.right,
        description: description.right,
      };
      replaceDefaultGroup(tx, { ...group.right, ...fields });
      return right(undefined);
    });
