import { deactivateBot } from "../../../src/application/bots/deactivate-bot";
import { fetchBotKey } from "../../../src/application/bots/fetch-bot-key";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: {
      ada: "administrator",
      ann: "member",
      ben: "member",
      bot: { botOf: "ann" },
      owners: { botOf: "owner" },
    },
  });

test("a bot's owner and administrators can get its key, and the audit log records it", async () => {
  const { ada, ann, ben, bot, services, realmId, world } = await realm();
  const key = services.apiKeys.keyOf(realmId, bot.id, 1);
  for (const who of [ann, ada]) expect(await who.does(fetchBotKey, bot.id)).toBe(key);
  expect(await ben.isRefused(fetchBotKey, bot.id)).toBe("Insufficient permission");
  const [entry] = await world.persistence.auditLog.page(
    realmId,
    { kinds: ["user_api_key_shown"] },
    undefined,
    9,
  );
  expect(entry).toMatchObject({ actor: { userId: ada.id } });
});

test("nobody gets the key of a bot with more rights than their own", async () => {
  const { ada, ann, owner, bot, owners, append } = await realm();
  expect(await ada.isRefused(fetchBotKey, owners.id)).toBe("Insufficient permission");
  await append({ type: "role_changed", userId: bot.id, from: "member", to: "owner" });
  for (const who of [ann, ada])
    expect(await who.isRefused(fetchBotKey, bot.id)).toBe("Insufficient permission");
  await owner.does(fetchBotKey, bot.id);
});

test("deactivated bots and people have no bot key", async () => {
  const { ann, ben, owner, bot } = await realm();
  await ann.does(deactivateBot, bot.id);
  for (const id of [bot.id, ben.id, 999]) expect(await owner.isRefused(fetchBotKey, id)).toBe("No such bot");
});
