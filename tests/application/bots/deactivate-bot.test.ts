import { deactivateBot } from "../../../src/application/bots/deactivate-bot";
import { memoryRealm } from "../../support/application/memory-realm";

test("a bot's owner and administrators can deactivate it, once", async () => {
  const { ada, ann, ben, bot, second, eventsOf } = await memoryRealm({
    people: {
      ada: "administrator",
      ann: "member",
      ben: "member",
      bot: { botOf: "ann" },
      second: { botOf: "ann" },
    },
  });
  expect(await ben.isRefused(deactivateBot, bot.id)).toBe("Insufficient permission");
  expect(await eventsOf(() => ann.does(deactivateBot, bot.id))).toMatchObject([
    { type: "user_deactivated", userId: bot.id },
  ]);
  expect(await ann.isRefused(deactivateBot, bot.id)).toBe("No such bot");
  await ada.does(deactivateBot, second.id);
  expect(await ada.isRefused(deactivateBot, ben.id)).toBe("No such bot");
});
