import { subscribe } from "../../../src/application/channels/subscribe";
import { RealmDirectory } from "../../../src/application/held-realms/realm-directory";
import { fetchMessages } from "../../../src/application/messages/fetch-messages";
import { sendMessage } from "../../../src/application/messages/send-message";
import { SendsInProgress } from "../../../src/application/messages/shared/sends-in-progress";
import type { MessageRenderer } from "../../../src/application/ports/messages/message-renderer";
import { KnownTopics } from "../../../src/application/topics/shared/known-topics";
import { defaultChannelDraft } from "../../../src/domain/channels/channel-draft";
import { escapingRenderer } from "../../support/application/fakes";
import {
  joining,
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";

let world: MemoryApplication;
beforeEach(async () => {
  world = await memoryApplication();
});

const toGeneral = { kind: "channel", channel: "general", topic: "plans" } as const;
const plain = { content: "hello", readBySender: false };

test("ids increase by one in the order of sending, even under concurrent sends", async () => {
  const { services, owner } = world;
  const sends = Array.from({ length: 20 }, () => sendMessage(services)(owner, { ...plain, to: toGeneral })());
  expect((await Promise.all(sends)).map((sent) => successOf(sent).id)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

test("a message counts as the work of the renderer that this node has, so that it isn't rendered again", async () => {
  const renderer = { ...escapingRenderer, version: 7 };
  const { ben, lunch, realmId, services } = await memoryRealm(
    { people: { ben: "member" }, channels: { lunch: { of: ["ben"] } } },
    { renderer },
  );
  const id = await ben.says(lunch);
  expect(await services.messages.byIds(realmId, [id])).toMatchObject([{ rendererVersion: 7 }]);
});

test("a widget has at most 10,000 characters", async () => {
  const { services, owner } = world;
  const send = sendMessage(services)(owner, { ...plain, to: toGeneral, widget: `"${"x".repeat(9999)}"` });
  expect(refusalOf(await send())).toBe("Widgets: widget_content is too long (limit: 10000 characters)");
});

test("the same users share one conversation, in whatever order they are named", async () => {
  const { services, owner, newMember } = world;
  const [ben, cleo] = [await newMember("Ben"), await newMember("Cleo")];
  const direct = (recipients: number[]) => ({ ...plain, to: { kind: "direct", recipients } as const });
  await sendMessage(services)(owner, direct([ben.userId, cleo.userId]))();
  await sendMessage(services)(cleo, direct([owner.userId, ben.userId, ben.userId]))();
  await sendMessage(services)(cleo, direct([owner.userId]))();
  const all = successOf(
    await fetchMessages(services)(cleo, {
      anchor: "oldest",
      includeAnchor: true,
      before: 0,
      after: 9,
      narrow: [],
    })(),
  );
  const [first, second, third] = all.messages.map(({ message }) => message.conversation.id);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test("a message the sender may not send is never rendered", async () => {
  const { owner, persistence, clock } = world;
  const shouldNotBeCalled: MessageRenderer = {
    version: 1,
    render: () => {
      throw new Error("rendered for nothing");
    },
  };
  const directory = new RealmDirectory(persistence);
  const inTransaction = () => {
    throw new Error("began for nothing");
  };
  const knownTopics = new KnownTopics({ directory, messages: persistence.messages });
  const send = sendMessage({
    knownTopics,
    sendsInProgress: new SendsInProgress(),
    inTransaction,
    directory,
    renderer: shouldNotBeCalled,
    messages: persistence.messages,
    userData: persistence.userData,
    attachments: persistence.attachments,
    readStates: persistence.readStates,
    clock,
  });
  expect(refusalOf(await send(owner, { ...plain, to: { ...toGeneral, channel: "nowhere" } })())).toBe(
    "Channel 'nowhere' does not exist",
  );
  expect(refusalOf(await send(owner, { ...plain, content: "\n", to: toGeneral })())).toBe(
    "Message must not be empty",
  );
});

test.each([
  ["disable_empty_topic", "", "Sending messages to the general chat is not allowed in this channel."],
  ["empty_topic_only", "x", "Only the general chat topic is allowed in this channel."],
] as const)("enforces a channel's topics policy %s", async (topicsPolicy, topic, message) => {
  const { services, owner } = world;
  await subscribe(services)(owner, joining("ruled", { draft: { ...defaultChannelDraft, topicsPolicy } }))();
  const sent = await sendMessage(services)(owner, {
    ...plain,
    to: { kind: "channel", channel: "ruled", topic },
  })();
  expect(refusalOf(sent)).toBe(message);
});

test("a failed send leaves no message and no conversation", async () => {
  const { services, owner, persistence, realmId } = world;
  await sendMessage(services)(owner, { ...plain, to: { kind: "direct", recipients: [404] } })();
  expect(await persistence.messages.newestId(realmId, owner.userId)).toBeUndefined();
  expect(await persistence.directConversations.peopleIn(realmId, owner.userId)).toEqual([]);
});

test("a channel that the sender can't see is refused like one that doesn't exist, by name and by id", async () => {
  const { ben, guest, secret, lunch } = await memoryRealm({
    people: { ben: "member", guest: "guest" },
    channels: { secret: { privacy: "private", of: ["owner"] }, lunch: { of: ["owner"] } },
  });
  const refusal = async (sender: typeof ben, channel: number | string) => {
    const to = { kind: "channel", channel, topic: "plans" } as const;
    return (await sender.isRefused(sendMessage, { ...plain, to })).replaceAll(String(channel), "…");
  };
  for (const sender of [ben, guest]) {
    expect(await refusal(sender, "secret")).toBe(await refusal(sender, "nowhere"));
    expect(await refusal(sender, secret)).toBe(await refusal(sender, 9999));
  }
  // Guests don't see public channels that they aren't in, either.
  expect(await refusal(guest, "lunch")).toBe(await refusal(guest, "nowhere"));
  expect(await refusal(guest, lunch)).toBe(await refusal(guest, 9999));
});
