import { listBots } from "../../../src/application/bots/list-bots";
import { memoryRealm } from "../../support/application/memory-realm";

test("a user's own active bots are listed with their keys, without keys of bots that outrank them", async () => {
  const { ann, ben, gus, bot, strong, services, realmId, append } = await memoryRealm({
    people: {
      ann: "member",
      ben: "member",
      gus: "guest",
      strong: { botOf: "ann" },
      bot: { botOf: "ann" },
      gone: { botOf: "ann" },
      bens: { botOf: "ben" },
    },
  });
  await append(
    { type: "role_changed", userId: strong.id, from: "member", to: "owner" },
    { type: "user_deactivated", userId: bot.id + 1, firstMessageId: 1 },
  );
  const { bots } = await ann.does(listBots);
  expect(bots.map(({ user, apiKey }) => [user.id, apiKey])).toEqual([
    [strong.id, undefined],
    [bot.id, services.apiKeys.keyOf(realmId, bot.id, 1)],
  ]);
  expect((await ben.does(listBots)).bots).toHaveLength(1);
  expect(await gus.isRefused(listBots)).toBe("Not allowed for guest users");
});
