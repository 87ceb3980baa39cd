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

/** What Ben learns when Sam shares the file in a channel. */
const sharedBySam = async ({ ben, sam, open, eventsOf }: World, channelId: number) => {
  const file = await uploadBy(ben);
  const first = await ben.says(open, "files", link(file));
  let second = 0;
  const events = await eventsOf(async () => {
    second = await sam.says(channelId, "files", link(file));
  });
  const told = events.find(({ type }) => type === "attachment_sharing_changed");
  return { told, first, second };
};

test("the uploader learns of a message that they may read", async () => {
  const world = await realm();
  for (const channelId of [world.open, world.guarded]) {
    const { told, first, second } = await sharedBySam(world, channelId);
    expect(told).toMatchObject({
      userId: world.ben.userId,
      attachment: { messages: [{ id: first }, { id: second }] },
    });
    expect(told).not.toHaveProperty("isHidden");
  }
});

test("a message that the uploader may not read stays hidden from them", async () => {
  const world = await realm();
  const { ben, club, guarded } = world;
  await ben.does(unsubscribe, { channelNames: ["guarded"], principals: [ben.id] });
  // He may come back, and then reads what comes after that.
  await world.change(guarded, { permissions: { canSubscribeGroup: onlyUser(ben.id) } });
  for (const channelId of [club, guarded]) {
    const { told, first } = await sharedBySam(world, channelId);
    expect(told).toMatchObject({
      userId: ben.userId,
      attachment: { messages: [{ id: first }] },
      isHidden: true,
    });
  }
});
