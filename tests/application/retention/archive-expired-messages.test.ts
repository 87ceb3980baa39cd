import { subscribe } from "../../../src/application/channels/subscribe";
import { sendMessage } from "../../../src/application/messages/send-message";
import { updateRealm } from "../../../src/application/realm/update-realm";
import { archiveExpiredMessages as archive } from "../../../src/application/retention/archive-expired-messages";
import { defaultChannelDraft } from "../../../src/domain/channels/channel-draft";
import type { RetentionDays } from "../../../src/domain/retention/retention";
import {
  joining,
  type MemoryApplication,
  memoryApplication,
  successOf,
} from "../../support/application/memory-application";
import { eventsAfter } from "../../support/storage/commits";

const day = 86_400_000;
let world: MemoryApplication;

beforeEach(async () => {
  world = await memoryApplication();
  const { services, owner } = world;
  await updateRealm(services)(owner, {
    name: undefined,
    description: undefined,
    loginMethods: undefined,
    permissions: {},
    settings: { sendChannelEventsMessages: false },
  })();
  const draft = { ...defaultChannelDraft, messageRetentionDays: 10 };
  successOf(await subscribe(services)(owner, joining("short", { draft }))());
});

const say = async (channel: string, content: string): Promise<number> =>
  successOf(
    await sendMessage(world.services)(world.owner, {
      to: { kind: "channel", channel, topic: "t" },
      content,
      readBySender: true,
    })(),
  ).id;
const write = async (content: string): Promise<number> =>
  successOf(
    await sendMessage(world.services)(world.owner, {
      to: { kind: "direct", recipients: [world.owner.userId] },
      content,
      readBySender: true,
    })(),
  ).id;
const setRealmDays = async (messageRetentionDays: RetentionDays) =>
  successOf(
    await updateRealm(world.services)(world.owner, {
      name: undefined,
      description: undefined,
      loginMethods: undefined,
      permissions: {},
      settings: { messageRetentionDays },
    })(),
  );
const present = async (...ids: number[]): Promise<readonly number[]> =>
  (await world.persistence.messages.byIds(world.realmId, ids)).map(({ id }) => id);
const archiveExpiredMessages = () => archive(world.services)();

test("messages are archived after their channel's retention period, and not before", async () => {
  const kept = await say("general", "kept");
  const old = await say("short", "old");
  world.clock.advance(5 * day);
  const young = await say("short", "young");
  world.clock.advance(5 * day);
  await archiveExpiredMessages();
  expect(await present(kept, old, young)).toEqual([kept, old, young]);
  world.clock.advance(1000);
  await archiveExpiredMessages();
  expect(await present(kept, old, young)).toEqual([kept, young]);
});

test("the realm's retention period applies to direct messages and to channels without their own", async () => {
  const ids = [await say("general", "a"), await write("b"), await say("short", "c")];
  await setRealmDays(20);
  world.clock.advance(15 * day);
  await archiveExpiredMessages();
  expect(await present(...ids)).toEqual(ids.slice(0, 2));
  world.clock.advance(6 * day);
  await archiveExpiredMessages();
  expect(await present(...ids)).toEqual([]);
});

test("clients get events for archived messages", async () => {
  const old = await say("short", "old");
  const { position } = await world.services.directory.stateOf(world.realmId);
  world.clock.advance(11 * day);
  await archiveExpiredMessages();
  const events = await eventsAfter(world.persistence.eventLog, world.realmId, position, 9);
  expect(events.map(({ event }) => event)).toMatchObject([
    { type: "messages_deleted", topic: "t", messageIds: [old], deletedAt: world.clock.now() },
  ]);
});

test("one run archives several batches", async () => {
  const all = await Promise.all(Array.from({ length: 1100 }, (_, index) => say("short", `m${index}`)));
  world.clock.advance(11 * day);
  await archiveExpiredMessages();
  expect(await present(...all)).toEqual([]);
});

test("a run stops when asked to", async () => {
  const old = await say("short", "old");
  world.clock.advance(11 * day);
  await archive(world.services)(AbortSignal.abort());
  expect(await present(old)).toEqual([old]);
});

test("messages are deleted for good after the archive's retention period", async () => {
  const old = await say("short", "old");
  world.clock.advance(11 * day);
  await archiveExpiredMessages();
  world.clock.advance(30 * day);
  await archiveExpiredMessages();
  const archived = () => world.persistence.archive.deletedSince(world.realmId, 0, undefined, 9);
  expect(await archived()).toEqual([old]);
  world.clock.advance(1);
  await archiveExpiredMessages();
  expect(await archived()).toEqual([]);
});
