import { announceUpdates } from "../../../src/application/realm/announce-updates";
import { latestUpdate, serverUpdates } from "../../../src/domain/realm/server-update";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = async (announcedUpdate = 0) => {
  const founded = await memoryRealm({ channels: { news: { of: ["owner"] } } });
  const { set, news, eventsOf, services } = founded;
  await set({ serverUpdateAnnouncementsChannelId: news, announcedUpdate });
  const announce = (stopping?: AbortSignal) => announceUpdates(services)(stopping);
  return {
    ...founded,
    announce,
    posted: async (work: () => Promise<unknown> = announce) =>
      (await eventsOf(work)).flatMap((event) =>
        event.type === "message_sent" ? [[event.message.topic, event.message.content]] : [],
      ),
  };
};
const texts = serverUpdates.map(({ text }) => text);
const inTopic = (topic: string, some = texts) => some.map((text) => [topic, text]);

test("the notification bot posts each update once, even if two processes try", async () => {
  const { announce, posted, state } = await realm();
  expect(await posted(() => Promise.all([announce(), announce()]))).toEqual(inTopic("Parley updates"));
  expect(await posted()).toEqual([]);
  expect((await state()).realm.settings.announcedUpdate).toBe(latestUpdate);
});

test("only unannounced updates are posted", async () => {
  const { posted } = await realm(latestUpdate - 1);
  expect(await posted()).toEqual(inTopic("Parley updates", texts.slice(-1)));
});

test("updates that an archived channel missed are never posted", async () => {
  const { news, change, posted } = await realm();
  await change(news, { isArchived: true });
  expect(await posted()).toEqual([]);
  await change(news, { isArchived: false });
  expect(await posted()).toEqual([]);
});

test("in a channel without topics, they go to general chat", async () => {
  const { news, change, posted } = await realm();
  await change(news, { topicsPolicy: "empty_topic_only" });
  expect(await posted()).toEqual(inTopic(""));
});

test("a realm without a channel for them, and a stopping server, post nothing", async () => {
  const { set, announce, posted } = await realm();
  expect(await posted(() => announce(AbortSignal.abort()))).toEqual([]);
  await set({ serverUpdateAnnouncementsChannelId: null });
  expect(await posted()).toEqual([]);
});
