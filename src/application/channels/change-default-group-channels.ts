import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Channel } from "../../domain/channels/channel";
import type { DefaultChannelGroup } from "../../domain/channels/default-channel-group";
import {
  channelAlreadyInDefaultGroup,
  channelNotInDefaultGroup,
  type DefaultChannelError,
} from "../../domain/channels/default-channel-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { ChannelId, DefaultChannelGroupId } from "../../domain/ids";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction, Transaction } from "../transaction";
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
  ): TaskEither<CallerError | ChannelError | DefaultChannelError, void> =>
    asAdministrator(inTransaction, caller, async (tx, user) =>
      pipe(
        E.Do,
        E.bindW("channels", () => channelsToOffer(tx, user, channelNames)),
        E.bindW("group", () => findDefaultGroup(tx, groupId)),
        E.bindW("channelIds", ({ channels, group }) =>
          op === "add" ? withChannels(tx, group, channels) : withoutChannels(group, channels),
        ),
        E.map(({ group, channelIds }) => replaceDefaultGroup(tx, { ...group, channelIds })),
      ),
    );

type ChannelIds = E.Either<DefaultChannelError, readonly ChannelId[]>;

const withChannels = (
  tx: Transaction,
  { name, channelIds }: DefaultChannelGroup,
  added: readonly Channel[],
): ChannelIds =>
  pipe(
    checkNoDefaultChannel(tx, added, name),
    E.chain(() => {
      const already = added.find(({ id }) => channelIds.includes(id));
      return already
        ? E.left(channelAlreadyInDefaultGroup(already.name, name))
        : E.right([...channelIds, ...new Set(added.map(({ id }) => id))]);
    }),
  );

const withoutChannels = (
  { name, channelIds }: DefaultChannelGroup,
  removed: readonly Channel[],
): ChannelIds => {
  const missing = removed.find(({ id }) => !channelIds.includes(id));
  if (missing) return E.left(channelNotInDefaultGroup(missing.name, name));
  const gone = new Set(removed.map(({ id }) => id));
  return E.right(channelIds.filter((id) => !gone.has(id)));
};
