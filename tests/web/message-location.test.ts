import { type Names, placeIn, readLocation, writeLocation } from "../../web/src/app/location";
import { messageLocation } from "../../web/src/app/message-location";
import { directPlace } from "../../web/src/store/place";
import fc from "../support/random/fast-check";

const namesFor = (ownId: number): Names => ({
  ownId,
  channelName: () => "design",
  channelId: () => undefined,
  userName: (id) => `Person ${id}`,
  userId: () => undefined,
});

const directMessage = (participants: readonly number[]) => ({
  id: 361,
  type: "private" as const,
  subject: "",
  display_recipient: participants.map((id) => ({ id })),
});

/** The link that a participant copies. */
const linkBy = (writer: number, participants: readonly number[]): string =>
  writeLocation(messageLocation(directMessage(participants), writer), namesFor(writer));

test("whoever copies the link to a direct message, it opens the same conversation for each participant", () => {
  const participants = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(participants, (people) => {
      for (const writer of people)
        for (const reader of people) {
          const opened = readLocation(linkBy(writer, people), namesFor(reader));
          expect(opened).toMatchObject({ screen: "narrow", near: 361 });
          const narrow = opened.screen === "narrow" ? opened.narrow : [];
          expect(placeIn(narrow, reader)).toEqual(directPlace(people));
        }
    }),
  );
});

test.each([
  [[8, 12], "#narrow/dm/8,12-dm/near/361"],
  [[8, 12, 3], "#narrow/dm/3,8,12-group/near/361"],
  [[8], "#narrow/dm/8-Person-8/near/361"],
])("links to direct messages list all participants, as those of Zulip's clients do: %j", (people, link) => {
  expect(linkBy(8, people)).toBe(link);
});

test("a link to a message in a channel names its topic", () => {
  const message = { ...directMessage([]), type: "stream" as const, stream_id: 9, subject: "lunch" };
  expect(writeLocation(messageLocation(message, 8), namesFor(8))).toBe(
    "#narrow/channel/9-design/topic/lunch/near/361",
  );
});
