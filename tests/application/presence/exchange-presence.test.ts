import { updateSettings } from "../../../src/application/accounts/update-settings";
import { exchangePresence } from "../../../src/application/presence/exchange-presence";
import { memoryRealm } from "../../support/application/memory-realm";

test("a node finds in storage who is present on others, without those who hide it", async () => {
  const { services, realmId, seen, hidden } = await memoryRealm({
    people: { seen: "member", hidden: "member" },
  });
  await hidden.does(updateSettings, {
    settings: { presenceEnabled: false },
    timezone: undefined,
    fullName: undefined,
    email: undefined,
    hasKey: true,
    oldPassword: undefined,
    code: undefined,
    newPassword: undefined,
  });
  await services.presence.since(realmId, undefined);
  const now = services.clock.now();
  const presence = { activeAt: now, idleAt: now };
  await services.presenceStore.save([seen.id, hidden.id].map((userId) => ({ realmId, userId, presence })));
  await exchangePresence(services)();
  expect(await services.presence.find(realmId, seen.id)).toEqual(presence);
  expect(await services.presence.find(realmId, hidden.id)).toBeUndefined();
});
