import { subscribe } from "../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { listPublicTopics } from "../../../src/application/topics/list-public-topics";
import { listTopics } from "../../../src/application/topics/list-topics";
import { joining, refusalOf, successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ben: "member", gina: "guest" },
    channels: {
      lunch: {},
      web: { privacy: "web-public" },
      club: { privacy: "private", historyPublicToSubscribers: false, of: ["owner"] },
    },
  });

test("lists the newest topic first", async () => {
  const { owner, ben, lunch } = await realm();
  await owner.says(lunch, "food");
  const drinks = await owner.says(lunch, "drinks");
  const food = await owner.says(lunch, "food");
  expect(await ben.does(listTopics, lunch)).toEqual([
    { name: "food", newestMessageId: food },
    { name: "drinks", newestMessageId: drinks },
  ]);
});

test("a private channel's topics are hidden; a protected history hides those before joining", async () => {
  const { owner, ben, gina, club, lunch } = await realm();
  await owner.says(club, "before");
  expect(await ben.isRefused(listTopics, club)).toBe("Invalid channel ID");
  expect(await gina.isRefused(listTopics, lunch)).toBe("Invalid channel ID");
  await owner.does(subscribe, joining("club", { principals: [ben.id] }));
  const id = await owner.says(club, "after");
  expect(await ben.does(listTopics, club)).toEqual([{ name: "after", newestMessageId: id }]);
});

test("visitors list the topics of web-public channels, where the realm admits them", async () => {
  const { owner, services, realmId, web, lunch, set } = await realm();
  const list = (channelId: number) => listPublicTopics(services)(realmId, channelId)();
  const id = await owner.says(web, "news");
  const refusal = "Not logged in: API authentication or user session required";
  expect(refusalOf(await list(web))).toBe(refusal);
  await set({ enableSpectatorAccess: true });
  expect(successOf(await list(web))).toEqual([{ name: "news", newestMessageId: id }]);
  for (const hidden of [lunch, 404]) expect(refusalOf(await list(hidden))).toBe(refusal);
});

test("a user who was away sees the topics of the messages that they received", async () => {
  const { owner, ben, club } = await realm();
  const join = () => owner.does(subscribe, joining("club", { principals: [ben.id] }));
  await owner.says(club, "before");
  await join();
  const seen = await owner.says(club, "Lunch");
  await owner.does(unsubscribe, { channelNames: ["club"], principals: [ben.id] });
  await owner.says(club, "lunch");
  await owner.says(club, "meanwhile");
  await join();
  const after = await owner.says(club, "after");
  expect(await ben.does(listTopics, club)).toEqual([
    { name: "after", newestMessageId: after },
    { name: "Lunch", newestMessageId: seen },
  ]);
});
