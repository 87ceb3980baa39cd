import { readBotData } from "../../../src/application/bots/read-bot-data";
import { removeBotData } from "../../../src/application/bots/remove-bot-data";
import { writeBotData } from "../../../src/application/bots/write-bot-data";
import { memoryRealm } from "../../support/application/memory-realm";

test("a bot removes some of what it stored, or everything; a missing key removes nothing", async () => {
  const { ann, bot } = await memoryRealm({ people: { ann: "member", bot: { botOf: "ann" } } });
  await bot.does(
    writeBotData,
    new Map([
      ["a", "1"],
      ["b", "2"],
    ]),
  );
  expect(await bot.isRefused(removeBotData, ["a", "__proto__"])).toBe("Key does not exist.");
  await bot.does(removeBotData, ["a"]);
  expect(await bot.does(readBotData, undefined)).toEqual(new Map([["b", "2"]]));
  await bot.does(removeBotData, undefined);
  expect(await bot.does(readBotData, undefined)).toEqual(new Map());
  expect(await ann.isRefused(removeBotData, undefined)).toBe("This endpoint is only available to bots.");
});
