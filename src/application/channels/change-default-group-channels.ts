import { isLeft, left, right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import {
  channelAlreadyInDefaultGroup,
  channelNotInDefaultGroup,
  type DefaultChannelError,
} from "../../domain/channels/default-channel-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId, DefaultChannelGroupId } from "../../domain/ids";
import { asAdministrator } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";
import {
  channelsToOffer,
  checkNoDefaultChannel,
  findDefaultGroup,
  replaceDefaultGroup,
} from "./internal/default-channel-groups";

/** Adds channels to a default channel group, or removes them from it. Administrators only. */
export const changeDefaultGroupChannels =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    groupId: DefaultChannelGroupId,
    op: "add" | "remove",
    channelNames: readonly string[],
  ): Result<void, CallerError | ChannelError | DefaultChannelError> =>
    asAdministrator(inTransaction, caller, async (tx, user) => {
      const channels = channelsToOffer(tx, user, channelNames);
      if (isLeft(channels)) return channels;
      const group = findDefaultGroup(tx, groupId);
      if (isLeft(group)) return group;
      const { name, channelIds } = group.right;
      if (op === "add") {
        const noDefault = checkNoDefaultChannel(tx, channels.right, name);
        if (isLeft(noDefault)) return noDefault;
      }
      const isMisplaced = (id: ChannelId): boolean => channelIds.includes(id) === (op === "add");
      const misplaced = channels.right.find(({ id }) => isMisplaced(id));
      if (misplaced) {
        const refusal = op === "add" ? channelAlreadyInDefaultGroup : channelNotInDefaultGroup;
        return left(refusal(misplaced.name, name));
      }
      const changed = new Set(channels.right.map(({ id }) => id));
      const others = channelIds.filter((id) => !changed.has(id));
      replaceDefaultGroup(tx, {
        ...group.right,
        channelIds: op === "add" ? [...others, ...changed] : others,
      });
      return right(undefined);
    });
