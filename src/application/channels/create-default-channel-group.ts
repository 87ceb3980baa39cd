import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { DefaultChannelGroup } from "../../domain/channels/default-channel-group";
import type { DefaultChannelError } from "../../domain/channels/default-channel-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { checkRoom } from "../../domain/policy/creation-limits";
import { asAdministrator } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import {
  channelsToOffer,
  checkGroupDescription,
  checkGroupName,
  checkNoDefaultChannel,
  setDefaultGroups,
} from "./internal/default-channel-groups";

/** A default channel group to create, with its channels by name. */
interface NewDefaultChannelGroup extends Pick<DefaultChannelGroup, "name" | "description"> {
  readonly channelNames: readonly string[];
}

/** Creates a group of channels that new users can choose when they join. Administrators only. */
export const createDefaultChannelGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    input: NewDefaultChannelGroup,
  ): TaskEither<CallerError | ChannelError | DefaultChannelError | InputError | LimitError, void> =>
    asAdministrator(inTransaction, caller, async (tx, user) => {
      const room = checkRoom(tx.state, "defaultChannelGroups", tx.now);
      if (E.isLeft(room)) return room;
      const checked = pipe(
        E.Do,
        E.bind("channels", () => channelsToOffer(tx, user, input.channelNames)),
        E.chainFirstW(({ channels }) => checkNoDefaultChannel(tx, channels, input.name)),
        E.bindW("name", () => checkGroupName(tx, input.name)),
        E.bindW("description", () => checkGroupDescription(input.description)),
      );
      if (E.isLeft(checked)) return checked;
      const { channels, name, description } = checked.right;
      const group: DefaultChannelGroup = {
        id: tx.newId("default_channel_group"),
        name,
        description,
        channelIds: [...new Set(channels.map(({ id }) => id))],
      };
      setDefaultGroups(tx, [...tx.state.defaultChannelGroups, group]);
      return E.right(undefined);
    });
