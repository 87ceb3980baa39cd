import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { realmCreated } from "../../domain/audit/realm-audit";
import { userCreated } from "../../domain/audit/user-audit";
import { newBot } from "../../domain/bots/bot";
import type { Channel } from "../../domain/channels/channel";
import { defaultChannelDraft, newChannel } from "../../domain/channels/channel-draft";
import type { RealmEvent } from "../../domain/events/event";
import { systemGroups } from "../../domain/groups/user-group";
import type { RealmId, UserId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import { noPictures, type Realm, realmLimits } from "../../domain/realm/realm";
import { isSubdomain } from "../../domain/realm/realm-address";
import { defaultRealmPermissions } from "../../domain/realm/realm-permission";
import { defaultRealmSettings } from "../../domain/realm/realm-settings";
import {
  invalidNewRealmName,
  invalidSubdomain,
  type RealmError,
  subdomainTaken,
} from "../../domain/realm/refusals";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { defaultUserSettings } from "../../domain/users/user-settings";
import type { EventStore } from "../ports/events/event-store";
import type { PasswordHasher } from "../ports/login/password-hasher";
import type { RealmRegistry } from "../ports/realm/realm-registry";
import type { Clock } from "../ports/system/clock";
import type { RandomTokens } from "../ports/system/random-tokens";
import { checkEmail, checkFullName } from "../users/shared/check-profile";
import { firstSubscriptions, newUser } from "../users/shared/new-user";
import type { KnownRealms } from "./known-realms";

/** A realm to create. */
export interface NewRealm {
  readonly name: string;
  /** Empty for the realm at the server's own address. */
  readonly subdomain: string;
  readonly ownerEmail: string;
  readonly ownerName: string;
  /** Generated when absent. */
  readonly ownerPassword?: string;
}

/** A created realm and its owner. */
export interface CreatedRealm {
  readonly realmId: RealmId;
  readonly ownerId: UserId;
  /** The owner's password if it was generated. It cannot be read again. */
  readonly generatedPassword: string | undefined;
}

interface Ports {
  readonly registry: RealmRegistry;
  readonly eventStore: EventStore;
  readonly knownRealms: Pick<KnownRealms, "forget">;
  readonly passwords: PasswordHasher;
  readonly tokens: RandomTokens;
  readonly clock: Clock;
}

const server = { userId: null, client: "server", address: null } as const;

const firstChannels = [
  { name: "general", description: "For what concerns everyone." },
  { name: "random", description: "For the rest." },
] as const;

/** Creates an organization with its system groups, notification bot, first channels and owner. */
export const createRealm =
  ({ registry, eventStore, knownRealms, passwords, tokens, clock }: Ports) =>
  (input: NewRealm): TaskEither<InputError | RealmError | UserError, CreatedRealm> =>
  async () => {
    const email = checkEmail(input.ownerEmail);
    if (E.isLeft(email)) return email;
    const ownerName = checkFullName(input.ownerName);
    if (E.isLeft(ownerName)) return ownerName;
    const name = input.name.trim();
    if (name === "" || [...name].length > realmLimits.nameLength) return E.left(invalidNewRealmName);
    if (!isSubdomain(input.subdomain)) return E.left(invalidSubdomain);
    if (await registry.bySubdomain(input.subdomain)) return E.left(subdomainTaken(input.subdomain));

    const password = input.ownerPassword ?? tokens.password();
    const passwordHash = await passwords.hash(password);
    const now = clock.now();
    const [ownerId, botId] = [1, 2];
    const realm = await eventStore.create(
      (id) => newRealm(id, input.subdomain, name, tokens.uuid(), now),
      (created) => {
        const owner = firstUser({
          id: ownerId,
          email: email.right,
          fullName: ownerName.right,
          role: "owner",
          now,
        });
        const channels = firstChannels.map((channel, index) =>
          firstChannel(index + 1, channel, owner.id, now),
        );
        const channelIds = channels.map(({ id }) => id);
        const events: readonly RealmEvent[] = [
          { type: "realm_created", realm: created },
          ...systemGroups.map((group): RealmEvent => ({ type: "group_created", group })),
          { type: "user_created", user: owner },
          { type: "user_created", user: notificationBot(botId, now) },
          ...channels.map((channel): RealmEvent => ({ type: "channel_created", channel })),
          { type: "default_channels_set", channelIds },
          { type: "subscribed", subscriptions: firstSubscriptions(owner.id, channels), firstMessageId: 1 },
        ];
        return {
          // No event queue is older than the realm, so nothing needs undoing.
          events: events.map((event, index) => ({ position: index + 1, event, undo: [] })),
          head: {
            position: events.length,
            messageId: 0,
            ids: {
              user: botId,
              group: systemGroups.length,
              channel: channels.length,
              conversation: channels.length,
            },
          },
          secrets: [{ kind: "password", userId: owner.id, hash: passwordHash }],
          audit: [realmCreated(created), userCreated(owner)].map((one) => ({ ...one, actor: server })),
          jobs: [],
        };
      },
    );
    // Another node may have taken it since we looked.
    if (realm === undefined) return E.left(subdomainTaken(input.subdomain));
    knownRealms.forget(input.subdomain);
    return E.right({
      realmId: realm.id,
      ownerId,
      generatedPassword: input.ownerPassword === undefined ? password : undefined,
    });
  };

const newRealm = (id: RealmId, subdomain: string, name: string, uuid: string, now: number): Realm => ({
  id,
  subdomain,
  uuid,
  name,
  description: "",
  renderedDescription: "",
  isDeactivated: false,
  createdAt: now,
  settings: defaultRealmSettings,
  permissions: defaultRealmPermissions,
  userDefaults: defaultUserSettings,
  pictures: noPictures,
});

const firstUser = (
  identity: Pick<User, "id" | "email" | "fullName" | "role"> & { readonly now: number },
): User =>
  newUser({
    ...identity,
    settings: defaultUserSettings,
    avatarSource: defaultRealmSettings.defaultAvatarSource,
  });

const notificationBot = (id: UserId, now: number): User => ({
  ...firstUser({
    id,
    email: "notification-bot@parley.invalid",
    fullName: "Notification Bot",
    role: "member",
    now,
  }),
  bot: newBot("generic", null),
  isSystemBot: true,
});

/** The nth channel, with the nth conversation. */
const firstChannel = (
  nth: number,
  { name, description }: (typeof firstChannels)[number],
  creatorId: UserId,
  now: number,
): Channel =>
  newChannel(
    {
      id: nth,
      name,
      description,
      creatorId,
      conversationId: nth,
      renderedDescription: `<p>${description}</p>`,
      createdAt: now,
    },
    defaultChannelDraft,
  );
