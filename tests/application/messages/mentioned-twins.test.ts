import { inThreadRenderer } from "../../../src/adapters/markdown/in-thread-renderer";
import { renderMessage } from "../../../src/application/messages/render-message";
import { newBot } from "../../../src/domain/bots/bot";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";

/** Two people and two bots whose names differ at most in case. */
const twins = async () => {
  const bot = newBot("generic", 1);
  const people = {
    anne: { fullName: "Sam", isActive: false },
    bot: { fullName: "sam", bot },
    sam: { fullName: "Sam" },
    oldBot: { fullName: "Sam", bot, isActive: false },
    ben: "member",
    guest: "guest",
  } as const;
  const realm = await memoryRealm(
    { people, channels: { lunch: { of: ["ben"] } } },
    {
      renderer: inThreadRenderer({
        emoji: {} as never,
        realmUrl: () => "http://chat.example.com",
      }),
    },
  );
  const mentionedBy = async (who: Person, name: string): Promise<number | undefined> => {
    const html = await who.does(renderMessage, `@**${name}**`);
    const id = /data-user-id="(\d+)"/.exec(html)?.[1];
    return id === undefined ? undefined : Number(id);
  };
  return { ...realm, mentionedBy };
};

test("a bare name means the first active account of that name, person or bot", async () => {
  const { ben, bot, mentionedBy } = await twins();
  expect(await mentionedBy(ben, "Sam")).toBe(bot.id);
});

test("a name with an id means that account, in its own spelling", async () => {
  const { ben, anne, bot, sam, oldBot, mentionedBy } = await twins();
  for (const { id } of [anne, sam, oldBot]) expect(await mentionedBy(ben, `Sam|${id}`)).toBe(id);
  expect(await mentionedBy(ben, `sam|${bot.id}`)).toBe(bot.id);
  expect(await mentionedBy(ben, `Sam|${bot.id}`)).toBeUndefined();
});

test("for a guest who can't see the person with a name, the name means the bot", async () => {
  const { guest, sam, bot, allow, append, mentionedBy } = await twins();
  await append({ type: "user_deactivated", userId: bot.id, firstMessageId: 1 });
  expect(await mentionedBy(guest, "Sam")).toBe(sam.id);
  await allow("canAccessAllUsersGroup", systemGroup.members);
  expect(await mentionedBy(guest, "Sam")).toBe(bot.id);
  expect(await mentionedBy(guest, `Sam|${sam.id}`)).toBeUndefined();
});
