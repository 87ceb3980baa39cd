import { newBot } from "../../../src/domain/bots/bot";
import { systemGroups } from "../../../src/domain/groups/user-group";
import { apply } from "../../../src/domain/state/apply";
import { stateOf } from "../../../src/domain/state/build";
import {
  aChannel,
  aChannelFolder,
  aClientDevice,
  aGroup,
  aLinkifier,
  aMessageSent,
  anInvitation,
  aProfileField,
  aPushToken,
  aRealmEmoji,
  aSubscription,
  aUser,
  directConversation,
} from "../../support/builders/entities";
import fc from "../../support/random/fast-check";
import { historyOf, someSteps } from "../../support/random/histories";
import { expectSameFacts, factsOf } from "../../support/random/state-answers";
import { commitAll, createRealm, eventsAfter } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const realmSnapshotsContract = (open: OpenPersistence): void => {
  test("a loaded realm has the state that its events produce", async () => {
    const { eventStore, snapshots, eventLog } = open();
    await fc.assert(
      fc.asyncProperty(someSteps, async (steps) => {
        const events = historyOf(steps);
        const { id, ...realm } = await createRealm(eventStore);
        const early = await snapshots.load(id);
        const half = Math.floor(events.length / 2);
        await commitAll(eventStore, id, events.slice(0, half));
        await commitAll(eventStore, id, events.slice(half));
        const log = await eventsAfter(eventLog, id, early.position, 1000);
        const folded = log.reduce((state, { event }) => apply(state, event), early);
        const loaded = await snapshots.load(id);
        expectSameFacts(loaded, folded);
        expect(early.realm).toEqual({ id, ...realm });
        expect(loaded.position).toBe(1 + events.length);
      }),
      { numRuns: 25 },
    );
  });

  test("a loaded realm has every field of its contents", async () => {
    const { eventStore, snapshots } = open();
    const bot = aUser({
      id: 2,
      bot: { ...newBot("incoming_webhook", null), config: { a: "b" } },
      isSystemBot: true,
      role: "guest",
      isActive: false,
      avatar: { source: "upload", version: 3 },
      profile: { "4": { value: "a 'b' \\ ?", renderedValue: "<p>:c</p>" } },
    });
    const group = aGroup({
      members: [1],
      subgroups: [3],
      permissions: { ...aGroup().permissions, canJoinGroup: { directMembers: [1], directSubgroups: [2] } },
    });
    const channel = aChannel({
      privacy: "private",
      folderId: 3,
      messageRetentionDays: "forever",
      creatorId: null,
    });
    const subscription = aSubscription(1, 1, { isMuted: true, desktopNotifications: true });
    const channelGroup = { id: 4, name: "work", description: "x", channelIds: [1] };
    const folder = aChannelFolder({ id: 3, renderedDescription: "<p>:a ?</p>", isArchived: true });
    const field = aProfileField();
    const linkifier = aLinkifier({
      id: 7,
      exampleInput: "#1",
      reverseTemplate: "#{id}",
      alternativeUrlTemplates: ["https://example.com/{id}?a"],
    });
    const playground = {
      id: 2,
      name: "Try",
      pygmentsLanguage: "C++",
      urlTemplate: "https://a.example/{code}",
    };
    const invitations = [
      anInvitation({ channelIds: [1], groupIds: [2], expiresAt: 5, welcomeText: "a ? 'b'" }),
      anInvitation({ id: 2, email: null, role: "guest", mailedAt: [], status: "revoked" }),
    ];
    const device = aClientDevice({
      tokenId: null,
      pendingTokenId: "a",
      tokenChangedAt: 5,
      sealedAddress: "x ?",
    });
    const token = aPushToken({ service: "web", token: "https://:a?b'", keys: { p256dh: "a", auth: "b" } });
    const domain = { id: 1, domain: "example.com", allowSubdomains: true };
    const emoji = aRealmEmoji({ stillImage: "emoji/still.png" });
    const realm = await createRealm(eventStore, [
      ...systemGroups.map((one) => ({ type: "group_created", group: one }) as const),
      { type: "group_created", group },
      { type: "user_created", user: aUser() },
      { type: "user_created", user: bot },
      { type: "channel_created", channel },
      { type: "default_channels_set", channelIds: [1] },
      { type: "subscribed", subscriptions: [subscription], firstMessageId: 1 },
      { type: "default_channel_groups_set", groups: [channelGroup] },
      { type: "channel_folders_set", folders: [folder], change: { op: "add", folderId: 3 } },
      { type: "profile_fields_set", fields: [field], removedIds: [] },
      { type: "linkifiers_set", linkifiers: [linkifier, aLinkifier({ id: 3 })] },
      { type: "playgrounds_set", playgrounds: [playground] },
      { type: "domain_added", domain },
      { type: "emoji_added", emoji },
      { type: "invitations_made", invitations },
      { type: "client_device_added", userId: 1, device },
      { type: "push_token_added", userId: 1, token },
      aMessageSent({ id: 1, conversation: directConversation(9, 1, 2) }, { beginsConversation: true }),
    ]);
    expect(factsOf(await snapshots.load(realm.id))).toEqual(
      factsOf(
        stateOf({
          position: 26,
          realm,
          users: [aUser(), bot],
          groups: [...systemGroups, group],
          channels: [channel],
          defaultChannels: [1],
          defaultChannelGroups: [channelGroup],
          channelFolders: [folder],
          subscriptions: [subscription],
          profileFields: [field],
          linkifiers: [linkifier, aLinkifier({ id: 3 })],
          playgrounds: [playground],
          domains: [domain],
          emoji: [emoji],
          invitations,
          pushDevices: [{ userId: 1, devices: [device], tokens: [token] }],
          acquaintances: [{ guestId: 2, userIds: [1, 2] }],
        }),
      ),
    );
  });

  test("the values of a removed field go from the named users, or from everybody", async () => {
    const { eventStore, snapshots } = open();
    const profile = { "4": { value: "a" }, "5": { value: "b" } };
    const { id } = await createRealm(
      eventStore,
      [1, 2, 3].map((userId) => ({
        type: "user_created",
        user: aUser({ id: userId, email: `${userId}@example.com`, profile }),
      })),
    );
    const fieldsLeft = async () =>
      [...(await snapshots.load(id)).users.values()].map((user) => Object.keys(user.profile));
    const removal = { type: "profile_fields_set", fields: [], removedIds: [4] } as const;
    await commitAll(eventStore, id, [{ ...removal, ofUsers: [1, 3] }]);
    expect(await fieldsLeft()).toEqual([["5"], ["4", "5"], ["5"]]);
    await commitAll(eventStore, id, [removal]);
    expect(await fieldsLeft()).toEqual([["5"], ["5"], ["5"]]);
  });

  test("a view stays the same while others commit, and doesn't delay them", async () => {
    const { eventStore, snapshots, messages } = open();
    const { id } = await createRealm(eventStore, [aMessageSent({ id: 1 })]);
    const scope = { kind: "channels", conversationIds: [1001] } as const;
    const seen = await snapshots.view(id, async (view) => {
      await commitAll(eventStore, id, [aMessageSent({ id: 2 })]);
      const page = await view.messages.heads(id, { scope, narrow: [], anchor: 0, before: 0, after: 9 });
      return { position: view.position, ids: page.after.map((message) => message.id) };
    });
    expect(seen).toEqual({ position: 2, ids: [1] });
    expect(await messages.byIds(id, [2])).toHaveLength(1);
  });

  test("a failure inside a view reaches the caller", async () => {
    const { eventStore, snapshots } = open();
    const { id } = await createRealm(eventStore);
    const failing = snapshots.view(id, async () => {
      throw new Error("as told");
    });
    await expect(failing).rejects.toThrow("as told");
  });
};
