import { regenerateBotKey } from "../../../src/application/bots/regenerate-bot-key";
import { memoryRealm } from "../../support/application/memory-realm";

test("a bot's key is replaced by its owner and administrators, unless the bot has more rights", async () => {
  const { ada, ann, ben, bot, clock, services, realmId, append, eventsOf } = await memoryRealm({
    people: { ada: "administrator", ann: "member", ben: "member", bot: { botOf: "ann" } },
  });
  const events = await eventsOf(async () =>
    expect(await ann.does(regenerateBotKey, bot.id)).toBe(services.apiKeys.keyOf(realmId, bot.id, 2)),
  );
  const change = { apiKeyVersion: 2, apiKeyMadeAt: clock.now() };
  expect(events).toEqual([{ type: "user_changed", userId: bot.id, change }]);
  expect(await ben.isRefused(regenerateBotKey, bot.id)).toBe("Insufficient permission");
  expect(await ada.isRefused(regenerateBotKey, ben.id)).toBe("No such bot");
  await append({ type: "role_changed", userId: bot.id, from: "member", to: "owner" });
  for (const who of [ann, ada])
    expect(await who.isRefused(regenerateBotKey, bot.id)).toBe("Insufficient permission");
});
