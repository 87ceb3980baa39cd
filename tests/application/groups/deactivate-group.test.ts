import { deactivateGroup } from "../../../src/application/groups/deactivate-group";
import { updateSubgroups } from "../../../src/application/groups/update-subgroups";
import { refusalOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

const realm = () =>
  memoryRealm({ people: { ben: "member" }, channels: { lunch: {} }, groups: { crew: ["ben"], staff: [] } });

test("a deactivated group keeps its members, and can't be deactivated again", async () => {
  const { owner, ben, crew, state, eventsOf } = await realm();
  expect(await eventsOf(() => owner.does(deactivateGroup, crew))).toEqual([
    { type: "group_changed", groupId: crew, change: { isDeactivated: true }, isDeactivated: true },
  ]);
  expect([...(await state()).membersOf(crew)]).toEqual([ben.id]);
  expect(await owner.isRefused(deactivateGroup, crew)).toBe("User group is deactivated.");
});

test("a group in use stays: as a subgroup, and with permissions of channels, groups and the realm", async () => {
  const { owner, crew, staff, lunch, services, change, allow } = await realm();
  await owner.does(updateSubgroups, { groupId: staff, add: [crew], remove: [] });
  await change(lunch, { permissions: { canSendMessageGroup: crew }, isArchived: true });
  await allow("canCreateGroups", crew);
  const outcome = await deactivateGroup(services)(owner, crew)();
  expect(refusalOf(outcome)).toBe("Cannot deactivate user group in use.");
  expect(outcome).toMatchObject({
    left: {
      uses: [
        { kind: "subgroup", groupIds: [staff] },
        { kind: "channel", channelId: lunch, settings: ["canSendMessageGroup"] },
        { kind: "realm", settings: ["canCreateGroups"] },
      ],
    },
  });
});

test("a deactivated parent doesn't use its subgroups", async () => {
  const { owner, crew, staff } = await realm();
  await owner.does(updateSubgroups, { groupId: staff, add: [crew], remove: [] });
  await owner.does(deactivateGroup, staff);
  await owner.does(deactivateGroup, crew);
});

test("only a group's managers can deactivate it, and nobody can deactivate a system group", async () => {
  const { owner, ben, crew } = await realm();
  expect(await ben.isRefused(deactivateGroup, crew)).toBe("Insufficient permission");
  expect(await owner.isRefused(deactivateGroup, systemGroup.members)).toBe("Insufficient permission");
  expect(await owner.isRefused(deactivateGroup, 404)).toBe("Invalid user group");
});
