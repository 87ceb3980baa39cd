import { deactivateSelf } from "../../../src/application/accounts/deactivate-self";
import { memoryRealm } from "../../support/application/memory-realm";

test("users can deactivate themselves, which deactivates their bots too", async () => {
  const { ben, bot, eventsOf } = await memoryRealm({ people: { ben: "guest", bot: { botOf: "ben" } } });
  expect(await eventsOf(() => ben.does(deactivateSelf))).toMatchObject([
    { type: "user_deactivated", userId: bot.id },
    { type: "user_deactivated", userId: ben.id },
  ]);
  expect(await ben.isRefused(deactivateSelf)).toBe("Account is deactivated");
});

test("the only owner and the last user can't deactivate themselves", async () => {
  const { owner, ben, bot } = await memoryRealm({
    people: { ben: "administrator", bot: { botOf: "owner" } },
  });
  expect(await owner.isRefused(deactivateSelf)).toBe("Cannot deactivate the only organization owner.");
  await ben.does(deactivateSelf);
  expect(await owner.isRefused(deactivateSelf)).toBe("Cannot deactivate the only user.");
  expect(bot.id).toBeGreaterThan(0);
});
