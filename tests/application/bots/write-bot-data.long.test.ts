import { readBotData } from "../../../src/application/bots/read-bot-data";
import { writeBotData } from "../../../src/application/bots/write-bot-data";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({ people: { ann: "member", bot: { botOf: "ann" }, other: { botOf: "ann" } } });
const values = (given: Readonly<Record<string, string>>) => new Map(Object.entries(given));

test("a bot stores texts that no other bot sees, and replaces them", async () => {
  const { bot, other } = await realm();
  await bot.does(writeBotData, values({ a: "1", "key with ünï": "" }));
  await bot.does(writeBotData, values({ a: "2" }));
  expect(await bot.does(readBotData, undefined)).toEqual(values({ a: "2", "key with ünï": "" }));
  expect(await other.does(readBotData, undefined)).toEqual(values({}));
});

test("a bot's storage holds at most ten million characters, or nothing is stored", async () => {
  const { bot } = await realm();
  const big = "x".repeat(900_000);
  const keys = Array.from({ length: 11 }, (_, part) => `k${String(part).padStart(2, "0")}`);
  for (const key of keys) await bot.does(writeBotData, values({ [key]: big }));
  expect(await bot.isRefused(writeBotData, values({ first: "x", last: big }))).toBe(
    "Request exceeds storage limit by 800043 characters. The limit is 10000000 characters.",
  );
  expect(await bot.isRefused(readBotData, ["first"])).toBe("Key does not exist.");
  await bot.does(writeBotData, values({ k00: "" }));
});

test("a key has at most 255 characters, and people store nothing", async () => {
  const { ann, bot } = await realm();
  await bot.does(writeBotData, values({ ["😀".repeat(255)]: "x" }));
  expect(await bot.isRefused(writeBotData, values({ ["😀".repeat(256)]: "x" }))).toBe(
    "A key is too long (limit: 255 characters)",
  );
  expect(await ann.isRefused(writeBotData, values({}))).toBe("This endpoint is only available to bots.");
});
