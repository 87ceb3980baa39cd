import { deleteMessage } from "../../../src/application/messages/delete-message";
import { linkSentMessage } from "../../../src/application/messages/link-sent-message";
import { sendMessage } from "../../../src/application/messages/send-message";
import { memoryRealm } from "../../support/application/memory-realm";

const realm = () =>
  memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben"] }, closed: { privacy: "private" } },
  });

test("a channel message's link names the channel and the topic", async () => {
  const { ben, lunch, services } = await realm();
  const sent = await ben.does(sendMessage, {
    to: { kind: "channel", channel: lunch, topic: "food" },
    content: "soup",
    readBySender: true,
  });
  const link = {
    fragment: `#narrow/channel/${lunch}-lunch/topic/food/near/${sent.id}`,
    place: { channelName: "lunch", topic: "food" },
  };
  expect(await linkSentMessage(services)(ben, sent)).toEqual(link);
  // A repeated send only knows its id.
  expect(await linkSentMessage(services)(ben, { id: sent.id })).toEqual(link);
});

test("a direct message's link names the others, or the sender of a note", async () => {
  const { ben, cleo, owner, services } = await realm();
  const people = async (id: number) => (await linkSentMessage(services)(ben, { id }))?.place;
  expect(await people(await ben.writes([cleo, owner]))).toEqual({ people: ["Olive", "Cleo"] });
  expect(await people(await ben.writes([ben]))).toEqual({ people: ["Ben"] });
});

test("a sender who may not read the channel gets a link without its name", async () => {
  const { ben, closed, services } = await realm();
  const place = {
    conversation: { kind: "channel", id: closed + 1000, channelId: closed },
    topic: "t",
  } as const;
  expect(await linkSentMessage(services)(ben, { id: 77, place })).toEqual({
    fragment: `#narrow/channel/${closed}/topic/t/near/77`,
    place: undefined,
  });
});

test("a deleted message has no link", async () => {
  const { ben, owner, lunch, services } = await realm();
  const id = await ben.says(lunch);
  await owner.does(deleteMessage, id);
  expect(await linkSentMessage(services)(ben, { id })).toBeUndefined();
});
