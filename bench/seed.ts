import * as E from "fp-ts/Either";
import { chunksOf } from "fp-ts/ReadonlyArray";
import { inThreadRenderer } from "../src/adapters/markdown/in-thread-renderer";
import { knexEventStore } from "../src/adapters/persistence/knex/events/event-store";
import { derivedApiKeys } from "../src/adapters/security/api-keys";
import { secretSeals } from "../src/adapters/security/seals";
import { serverSecret } from "../src/adapters/security/server-secret";
import { systemClock } from "../src/adapters/system/clock";
import { createRealm } from "../src/application/realm/create-realm";
import { newUser } from "../src/application/users/shared/new-user";
import { storageOf } from "../src/composition/adapters/storage";
import { compose } from "../src/composition/compose";
import { startAll } from "../src/composition/lifecycle/lifecycle";
import type { Config } from "../src/config/config";
import { type Channel, defaultChannelPermissions } from "../src/domain/channels/channel";
import { newSubscription } from "../src/domain/channels/subscription";
import type { RealmEvent } from "../src/domain/events/event";
import { defaultUserSettings } from "../src/domain/users/user-settings";

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly apiKey: string;
  /** The name of the organization's host, where the server has several. */
  readonly host?: string;
}

export interface Seeded {
  readonly realmId: number;
  readonly owner: Person;
  readonly people: readonly Person[];
}

export const bigChannel = "everyone-here";
export const smallChannel = "a-few";
const smallSize = 10;
/** How much one commit writes: more would exceed the time limit of a statement. */
const atOnce = 10_000;

const channel = (id: number, name: string, now: number): Channel => ({
  id,
  name,
  conversationId: id,
  description: "",
  renderedDescription: "",
  privacy: "public",
  historyPublicToSubscribers: true,
  isArchived: false,
  creatorId: 1,
  createdAt: now,
  messageRetentionDays: null,
  topicsPolicy: "inherit",
  folderId: null,
  defaultPushNotifications: false,
  isRecentlyActive: true,
  permissions: defaultChannelPermissions(1),
});

/** Creates a realm of many people before the server starts, all of them in one channel and ten in another. */
export const seed = async (config: Config, size: number): Promise<Seeded> => {
  const storage = storageOf(config, { log: () => {}, mayUseRunningServer: false });
  const { services, commonComponents } = await compose(config, storage, {
    onError: console.error,
    print: () => {},
    siteUrl: () => "http://127.0.0.1",
    makeRenderer: inThreadRenderer,
  });
  const running = await startAll([storage, ...commonComponents], ({ err }) => console.error(err));
  const founded = await createRealm(services)({
    name: "Bench",
    subdomain: "",
    ownerEmail: "owner@example.com",
    ownerName: "Owner",
    ownerPassword: "a password for the bench",
  })();
  if (E.isLeft(founded)) throw new Error(founded.left.message);
  const { realmId } = founded.right;

  const store = knexEventStore(storage.db, systemClock, secretSeals("no mail is sent"));
  const { head: founding, release } = await store.begin(realmId, 0);
  await release();
  const now = Date.now();
  const first = (founding.ids.user ?? 0) + 1;
  const ids = Array.from({ length: size }, (_, index) => first + index);
  const subscribed = (channelId: number, members: readonly number[]): RealmEvent => ({
    type: "subscribed",
    subscriptions: members.map((id) =>
      newSubscription(id, { id: channelId, defaultPushNotifications: false }, "#76ce90"),
    ),
    firstMessageId: 1,
  });
  const next = (founding.ids.channel ?? 0) + 1;
  const events: RealmEvent[] = [
    ...ids.map(
      (id): RealmEvent => ({
        type: "user_created",
        user: newUser({
          id,
          email: `user${id}@example.com`,
          fullName: `User ${id}`,
          role: "member",
          now,
          settings: defaultUserSettings,
          avatarSource: "generated",
        }),
      }),
    ),
    { type: "channel_created", channel: channel(next, bigChannel, now) },
    { type: "channel_created", channel: channel(next + 1, smallChannel, now) },
    ...chunksOf(atOnce)(ids).map((some) => subscribed(next, some)),
    subscribed(next + 1, ids.slice(0, smallSize)),
  ];
  for (const some of chunksOf(atOnce)(events)) {
    const { head, append } = await store.begin(realmId, 0);
    const appended = await append({
      // No queue is older than this, so nothing needs to be undone.
      events: some.map((event, index) => ({ position: head.position + index + 1, event, undo: [] })),
      head: {
        position: head.position + some.length,
        messageId: head.messageId,
        ids: { ...head.ids, user: first + size - 1, channel: next + 1, conversation: next + 1 },
      },
      audit: [],
      secrets: [],
      jobs: [],
    });
    if (E.isLeft(appended)) throw new Error("Something else changed the realm while it was filled");
  }
  await running.stop();

  const keys = derivedApiKeys(config.secret ?? serverSecret(config.dataDir));
  const person = (id: number, email: string): Person => ({ id, email, apiKey: keys.keyOf(realmId, id, 1) });
  return {
    realmId,
    owner: person(1, "owner@example.com"),
    people: ids.map((id) => person(id, `user${id}@example.com`)),
  };
};
