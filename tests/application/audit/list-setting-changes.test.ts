import { listSettingChanges } from "../../../src/application/audit/list-setting-changes";
import { updateMembers } from "../../../src/application/groups/update-members";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async () => {
  const founded = await memoryRealm({
    people: { ada: "administrator", ben: "member", cleo: "member" },
    channels: { lunch: {}, club: { privacy: "private" } },
    groups: { crew: [] },
  });
  const { lunch, ben, crew, append, change } = founded;
  await change(lunch, { permissions: { canAdministerChannelGroup: onlyUser(ben.id) } });
  const permissions = { canManageGroup: onlyUser(ben.id) };
  await append({ type: "group_changed", groupId: crew, change: { permissions }, isDeactivated: false });
  return founded;
};

test("users who can change a channel or group see its changes; administrators see all", async () => {
  const { ada, ben, cleo, lunch, club, crew } = await realm();
  await ben.does(updateMembers, {
    groupId: crew,
    add: [cleo.id],
    remove: [],
    addSubgroups: [],
    removeSubgroups: [],
  });
  const asked = (type: "channel" | "user_group", id: number) => ({
    kinds: [],
    target: { type, id } as const,
    limit: 9,
  });
  await ben.does(listSettingChanges, asked("channel", lunch));
  await ben.does(listSettingChanges, asked("user_group", crew));
  expect(await cleo.isRefused(listSettingChanges, asked("channel", lunch))).toBe(
    "You do not have permission to administer this channel.",
  );
  expect(await cleo.isRefused(listSettingChanges, asked("user_group", crew))).toBe("Insufficient permission");
  for (const id of [club, 999])
    expect(await cleo.isRefused(listSettingChanges, asked("channel", id))).toBe("Invalid channel ID");
  const anywhere = { kinds: [], target: undefined, limit: 9 };
  expect(await ben.isRefused(listSettingChanges, anywhere)).toBe("Must be an organization administrator");
  await ada.does(listSettingChanges, anywhere);
});
