import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
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
import type { Caller } from "../caller";
import type { EntityUpdate } from "../entity-update";
import type { InTransaction, Transaction } from "../transaction";
import {
  checkGroupDescription,
  checkGroupName,
  findDefaultGroup,
  replaceDefaultGroup,
} from "./internal/default-channel-groups";

type FixedField = "id" | "channelIds";

/** New texts of a group; an empty one leaves the current one, too. */
type DefaultChannelGroupUpdate = EntityUpdate<DefaultChannelGroup, FixedField>;

/** Changes the name or description of a default channel group. Administrators only. */
export const updateDefaultChannelGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    groupId: DefaultChannelGroupId,
    update: DefaultChannelGroupUpdate,
  ): TaskEither<CallerError | DefaultChannelError | InputError, void> =>
    asAdministrator(inTransaction, caller, async (tx) =>
      pipe(
        update.name || update.description ? E.Do : E.left(emptyDefaultGroupUpdate),
        E.bindW("group", () => findDefaultGroup(tx, groupId)),
        E.bindW("fields", ({ group }) => fieldsAfter(tx, group, update)),
        E.map(({ group, fields }) => replaceDefaultGroup(tx, { ...group, ...fields })),
      ),
    );

const fieldsAfter = (
  tx: Transaction,
  group: DefaultChannelGroup,
  { name, description }: DefaultChannelGroupUpdate,
): E.Either<DefaultChannelError | InputError, Omit<DefaultChannelGroup, FixedField>> =>
  pipe(
    E.Do,
    E.bindW("name", () => nameAfter(tx, group, name)),
    E.bindW("description", () => checkGroupDescription(description || group.description)),
  );

const nameAfter = (
  tx: Transaction,
  group: DefaultChannelGroup,
  name: string | undefined,
): E.Either<DefaultChannelError, string> => {
  if (!name) return E.right(group.name);
  return name === group.name ? E.left(sameDefaultGroupName(name)) : checkGroupName(tx, name, group.id);
};
