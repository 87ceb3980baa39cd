import type { Workings } from "../workings";
import { createGroup } from "./create-group";
import { deactivateGroup } from "./deactivate-group";
import { listGroups } from "./list-groups";
import { isMember, listMembers, listSubgroups } from "./query-membership";
import { updateGroup } from "./update-group";
import { updateMembers } from "./update-members";
import { updateSubgroups } from "./update-subgroups";

/** User groups and who is in them. */
export const groupUseCases = (workings: Workings) => ({
  create: createGroup(workings),
  deactivate: deactivateGroup(workings),
  isMember: isMember(workings),
  list: listGroups(workings),
  listMembers: listMembers(workings),
  listSubgroups: listSubgroups(workings),
  update: updateGroup(workings),
  updateMembers: updateMembers(workings),
  updateSubgroups: updateSubgroups(workings),
});
