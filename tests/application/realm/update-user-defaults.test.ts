import { updateUserDefaults } from "../../../src/application/realm/update-user-defaults";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () => memoryRealm({ people: { ada: "administrator", mo: "moderator" } });

test("administrators set the initial settings of new users; the event has the changes", async () => {
  const { ada, eventsOf } = await realm();
  const set = () => ada.does(updateUserDefaults, { enterSends: false, twentyFourHourTime: true });
  const [event] = await eventsOf(set);
  expect(event).toMatchObject({
    type: "realm_changed",
    change: { userDefaults: { twentyFourHourTime: true } },
  });
  expect(await eventsOf(set)).toEqual([]);
});

test("refuses invalid settings, and moderators", async () => {
  const { ada, mo } = await realm();
  expect(await ada.isRefused(updateUserDefaults, { defaultLanguage: "x_y" })).toBe(
    "Invalid default_language",
  );
  expect(await ada.isRefused(updateUserDefaults, { notificationSound: "gong" })).toBe(
    "Invalid notification sound 'gong'",
  );
  expect(await ada.isRefused(updateUserDefaults, { emailNotificationsBatchingPeriodSeconds: 0 })).toBe(
    "Invalid email batching period: 0 seconds",
  );
  expect(await mo.isRefused(updateUserDefaults, { enterSends: true })).toBe(
    "Must be an organization administrator",
  );
});
