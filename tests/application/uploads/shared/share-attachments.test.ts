import { unsubscribe } from "../../../../src/application/channels/unsubscribe";
import type { Attachment } from "../../../../src/domain/files/attachment";
import { onlyUser } from "../../../../src/domain/groups/group-setting";
import { memoryRealm } from "../../../support/application/memory-realm";
import { uploadBy } from "../../../support/application/uploads";

/** Ben uploads a file and shares it with Sam, who shares it elsewhere. */
const realm = () =>
  memoryRealm({
    people: { ben: "member", sam: "member" },
    channels: {
      open: { of: ["ben", "sam"] },
      club: { privacy: "private", of: ["sam"] },
      guarded: { privacy: "private", historyPublicToSubscribers: false, of: ["ben", "sam"] },
    },
  });

type World = Awaited<ReturnType<typeof realm>>;
const link = ({ path }: Attachment) => `[it](/user_uploads/${path})`;

/** The change that Ben learns of when Sam shares the file in a channel, and the ids of the messages that share it. */
const sharedBySam = async ({ ben, sam, open, eventsOf }: World, channelId: number) => {
  const file = await uploadBy(ben);
  const first = await ben.says(open, "files", link(file));
  let second = 0;
  const events = await eventsOf(async () => {
    second = await sam.says(channelId, "files", link(file));
  });
  const change = events.find(({ type }) => type === "attachment_sharing_changed");
  return { change, first, second };
};

test("the uploader learns of a message that they may read", async () => {
  const world = await realm();
  for (const channelId of [world.open, world.guarded]) {
    const { change, first, second } = await sharedBySam(world, channelId);
    expect(change).toMatchObject({
      userId: world.ben.userId,
      attachment: { messages: [{ id: first }, { id: second }] },
    });
    expect(change).not.toHaveProperty("isHidden");
  }
});

test("a message that the uploader may not read stays hidden from them", async () => {
  const world = await realm();
  const { ben, club, guarded } = world;
  await ben.does(unsubscribe, { channelNames: ["guarded"], principals: [ben.id] });
  // He may subscribe again, but would read only what is sent after that.
  await world.change(guarded, { permissions: { canSubscribeGroup: onlyUser(ben.id) } });
  for (const channelId of [club, guarded]) {
    const { change, first } = await sharedBySam(world, channelId);
    expect(change).toMatchObject({
      userId: ben.userId,
      attachment: { messages: [{ id: first }] },
      isHidden: true,
    });
  }
});
