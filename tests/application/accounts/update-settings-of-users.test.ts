import { updateSettingsOfUsers } from "../../../src/application/accounts/update-settings-of-users";
import type { UserSettings } from "../../../src/domain/users/user-settings";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: {
      ada: "administrator",
      ann: "member",
      ben: { chosenSettings: ["twentyFourHourTime"] },
      cleo: "member",
      robot: { botOf: "ben" },
    },
    groups: { both: ["ann", "ben", "robot"] },
  });
const everywhere = { userIds: [], groupIds: [], skipChosen: false };
const change: Partial<UserSettings> = { twentyFourHourTime: true, enterSends: false };

test("changes settings of the named people and groups, not marked as chosen; skips bots", async () => {
  const { ada, ann, ben, cleo, robot, both, eventsOf } = await realm();
  const targets = { ...everywhere, userIds: [cleo.id, ann.id, robot.id], groupIds: [both] };
  const events = await eventsOf(() => ada.does(updateSettingsOfUsers, targets, change));
  expect(events).toHaveLength(3);
  for (const { id } of [ann, ben, cleo])
    expect(events).toContainEqual({
      type: "user_settings_changed",
      userId: id,
      change: expect.objectContaining({ twentyFourHourTime: true }),
      isOwnChoice: false,
    });
  expect(await eventsOf(() => ada.does(updateSettingsOfUsers, targets, change))).toEqual([]);
});

test("settings that users chose stay, on request", async () => {
  const { ada, ben, cleo, both, user } = await realm();
  const targets = { userIds: [cleo.id], groupIds: [both], skipChosen: true };
  await ada.does(updateSettingsOfUsers, targets, { twentyFourHourTime: true, starredMessageCounts: false });
  expect((await user(ben)).settings).toMatchObject({
    twentyFourHourTime: false,
    starredMessageCounts: false,
  });
  expect((await user(cleo)).settings.twentyFourHourTime).toBe(true);
});

test("refuses private settings, invalid values, unknown targets, and an empty list of targets", async () => {
  const { ada, ann } = await realm();
  const named = { ...everywhere, userIds: [ann.id] };
  for (const [targets, wanted, message] of [
    [named, { presenceEnabled: false }, "Cannot change this setting for other users."],
    [named, { defaultLanguage: "x_y" }, "Invalid default_language"],
    [everywhere, change, "Either user_ids or group_ids must be provided."],
    [{ ...everywhere, userIds: [999] }, change, "Invalid user ID: 999"],
    [{ ...everywhere, userIds: [2] }, change, "Invalid user ID: 2"],
    [{ ...everywhere, groupIds: [999] }, change, "Invalid user group ID: 999"],
  ] as const)
    expect(await ada.isRefused(updateSettingsOfUsers, targets, wanted)).toBe(message);
});

test("only administrators change others' settings", async () => {
  const { ann, ben } = await realm();
  expect(await ann.isRefused(updateSettingsOfUsers, { ...everywhere, userIds: [ben.id] }, change)).toBe(
    "Must be an organization administrator",
  );
});
