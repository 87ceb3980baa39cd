import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { GroupError } from "../../domain/groups/refusals";
import { directSubgroups } from "../../domain/groups/user-group";
import type { GroupId } from "../../domain/ids";
import { subgroupsWithin } from "../../domain/policy/permission";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { type GroupQuery, groupToRead } from "./internal/find-group";

/** Lists the ids of a group's subgroups in ascending order. */
export const listSubgroups =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (
    caller: Caller,
    { groupId, directOnly }: GroupQuery,
  ): TaskEither<CallerError | GroupError, readonly GroupId[]> =>
    readAsCaller(directory, caller, async (state, user) => {
      const group = groupToRead(state, user, groupId);
      if (E.isLeft(group)) return group;
      const direct = directSubgroups(group.right);
      const ids = directOnly ? direct : [...subgroupsWithin(state, direct)];
      return E.right([...ids].sort((a, b) => a - b));
    });
