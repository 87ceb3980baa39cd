import { readBotData } from "../../../src/application/bots/read-bot-data";
import { writeBotData } from "../../../src/application/bots/write-bot-data";
import { memoryRealm } from "../../support/application/memory-realm";

test("a bot reads everything that it stored, or some keys, which must all exist", async () => {
  const { ann, bot } = await memoryRealm({ people: { ann: "member", bot: { botOf: "ann" } } });
  await bot.does(
    writeBotData,
    new Map([
      ["a", "1"],
      ["b", "2"],
    ]),
  );
  expect(await bot.does(readBotData, undefined)).toEqual(
    new Map([
      ["a", "1"],
      ["b", "2"],
    ]),
  );
  expect(await bot.does(readBotData, ["b"])).toEqual(new Map([["b", "2"]]));
  expect(await bot.does(readBotData, [])).toEqual(new Map());
  expect(await bot.isRefused(readBotData, ["a", "__proto__"])).toBe("Key does not exist.");
  expect(await ann.isRefused(readBotData, undefined)).toBe("This endpoint is only available to bots.");
});
