import { chosenRecipients, rememberRecipients } from "../../web/src/offline/chosen-recipients";

const newTopic = "new topic";

const draftsWith = (text: string) => {
  const texts = new Map([[newTopic, text]]);
  return {
    textOf: (key: string) => texts.get(key) ?? "",
    write: (key: string, _place: unknown, written: string) => void texts.set(key, written),
  };
};
const toRandom = { channelId: 3, topic: "brand new", people: [] };

test("a draft keeps its destination, whichever channel is open when it is reopened", () => {
  const drafts = draftsWith("Half written");
  rememberRecipients(drafts, newTopic, toRandom);
  expect(chosenRecipients(drafts, newTopic, 5)).toEqual(toRandom);
  expect(chosenRecipients(drafts, newTopic)).toEqual(toRandom);
});

test("a draft without a channel gets none from the screen that it is opened on", () => {
  const drafts = draftsWith("Half written");
  expect(chosenRecipients(drafts, newTopic, 5).channelId).toBeUndefined();
  rememberRecipients(drafts, newTopic, { topic: "brand new", people: [] });
  expect(chosenRecipients(drafts, newTopic, 5)).toEqual({ topic: "brand new", people: [] });
});

test("a message without text starts in the open channel", () => {
  const drafts = draftsWith("");
  rememberRecipients(drafts, newTopic, toRandom);
  expect(chosenRecipients(drafts, newTopic, 5)).toEqual({ channelId: 5, topic: "", people: [] });
});
