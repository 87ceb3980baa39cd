import { updateSubgroups } from "../../../src/application/groups/update-subgroups";
import { memoryRealm } from "./memory-realm";

/** A group in a group in a group, with a member each. */
export const nestedGroups = async () => {
  const founded = await memoryRealm({
    people: { ann: "member", ben: "member", cleo: "member", gina: "guest", gone: { isActive: false } },
    groups: { outer: ["ann"], middle: ["cleo", "gone"], inner: ["ben"] },
  });
  const { owner, outer, middle, inner } = founded;
  await owner.does(updateSubgroups, { groupId: middle, add: [inner], remove: [] });
  await owner.does(updateSubgroups, { groupId: outer, add: [middle], remove: [] });
  return founded;
};

/** A group with those within it. */
export const all = (groupId: number) => ({ groupId, directOnly: false });

/** A group without those within it. */
export const direct = (groupId: number) => ({ groupId, directOnly: true });
