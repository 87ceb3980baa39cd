import type { TaskEither } from "fp-ts/TaskEither";
import type { ApiError } from "../../../src/application/api-error";
import type { Caller } from "../../../src/application/caller";
import { sendMessage } from "../../../src/application/messages/send-message";
import { newBot } from "../../../src/domain/bots/bot";
import { newSubscription } from "../../../src/domain/channels/subscription";
import type { ChannelChange } from "../../../src/domain/events/channel-event";
import type { RealmEvent } from "../../../src/domain/events/event";
import { onlyUser } from "../../../src/domain/groups/group-setting";
import type { GroupWithMembers } from "../../../src/domain/groups/user-group";
import type { RealmPermission } from "../../../src/domain/realm/realm-permission";
import type { RealmSettings } from "../../../src/domain/realm/realm-settings";
import type { Role } from "../../../src/domain/users/role";
import type { User } from "../../../src/domain/users/user";
import { aChannel, aGroup, aUser } from "../builders/entities";
import { commitAll, eventsAfter } from "../storage/commits";
import { type MemoryApplication, memoryApplication, refusalOf, successOf } from "./memory-application";

type Services = MemoryApplication["services"];
type UseCase<Input extends readonly unknown[], A> = (
  services: Services,
) => (caller: Caller, ...input: Input) => TaskEither<ApiError, A>;

/** Somebody in the realm, who runs use cases. */
export interface Person extends Caller {
  readonly id: number;
  /** Runs a use case, which must succeed; returns its answer. */
  does<Input extends readonly unknown[], A>(useCase: UseCase<Input, A>, ...input: Input): Promise<A>;
  /** Runs a use case, which must be refused; returns the message. */
  isRefused<Input extends readonly unknown[]>(
    useCase: UseCase<Input, unknown>,
    ...input: Input
  ): Promise<string>;
  /** Sends a message to a channel; returns its id. */
  says(channelId: number, topic?: string, content?: string): Promise<number>;
  /** Sends a direct message; returns its id. */
  writes(to: readonly Caller[], content?: string): Promise<number>;
}

/** People, channels and groups by the names that tests call them. The owner, Olive, is always there. */
interface Plan<P extends string, C extends string, G extends string> {
  /** A role, or other properties. A bot names its owner. */
  readonly people?: Readonly<Record<P, Role | Partial<User> | { readonly botOf: NoInfer<P> | "owner" }>>;
  /** Public channels by default, which the owner made; `of` are the subscribers. */
  readonly channels?: Readonly<
    Record<C, Parameters<typeof aChannel>[0] & { readonly of?: readonly (NoInfer<P> | "owner")[] }>
  >;
  /** The owner's groups, with their members. */
  readonly groups?: Readonly<Record<G, readonly NoInfer<P>[]>>;
}

const firstPersonId = 11;
const firstChannelId = 21;
const firstGroupId = 31;
const afterFirst = <K extends string>(first: number, named: object): Record<K, number> =>
  Object.fromEntries(Object.keys(named).map((name, index) => [name, first + index])) as Record<K, number>;

/**
 * Creates a realm in memory with people, channels and groups: `const { ben, lunch } = await memoryRealm({…})`, then
 * `await ben.does(archiveChannel, lunch)`. People are callers; channels and groups are ids.
 */
export const memoryRealm = async <
  P extends string = never,
  C extends string = never,
  G extends string = never,
>(
  { people, channels, groups }: Plan<P, C, G> = {},
  more: Parameters<typeof memoryApplication>[0] = {},
) => {
  const world = await memoryApplication(more);
  const { services, realmId, persistence } = world;
  const state = () => services.directory.newest(realmId);

  const person = (userId: number): Person => {
    const caller = world.callerOf(userId);
    return {
      ...caller,
      id: userId,
      does: async (useCase, ...input) => successOf(await useCase(services)(caller, ...input)()),
      isRefused: async (useCase, ...input) => refusalOf(await useCase(services)(caller, ...input)()),
      says: async (channelId, topic = "topic", content = "hello") => {
        const channel = (await state()).channels.get(channelId)?.name ?? "";
        const to = { kind: "channel", channel, topic } as const;
        const sent = await sendMessage(services)(caller, { to, content, readBySender: true })();
        return successOf(sent).id;
      },
      writes: async (people, content = "hello") => {
        const to = { kind: "direct", recipients: people.map((one) => one.userId) } as const;
        const sent = await sendMessage(services)(caller, { to, content, readBySender: true })();
        return successOf(sent).id;
      },
    };
  };

  /** Makes events happen that no use case decides. */
  const append = async (...events: readonly RealmEvent[]): Promise<void> => {
    const position = await commitAll(persistence.eventStore, realmId, events, await state());
    await services.directory.catchUp(realmId, position);
  };
  /** The realm's events since a position. */
  const eventsSince = async (position: number): Promise<readonly RealmEvent[]> =>
    (await eventsAfter(persistence.eventLog, realmId, position, 9999)).map(({ event }) => event);

  const userIds = { owner: 1, ...afterFirst<P>(firstPersonId, people ?? {}) } as Record<P | "owner", number>;
  const channelIds = afterFirst<C>(firstChannelId, channels ?? {});
  const groupIds = afterFirst<G>(firstGroupId, groups ?? {});
  const newcomers = Object.entries<Role | Partial<User> | { botOf: P | "owner" }>(people ?? {}).map(
    ([name, plan]): RealmEvent => {
      const given = typeof plan === "string" ? { role: plan } : plan;
      const bot = "botOf" in given ? { bot: newBot("generic", userIds[given.botOf]) } : given;
      const fullName = name[0]?.toUpperCase() + name.slice(1);
      const id = userIds[name as P];
      return {
        type: "user_created",
        user: aUser({ id, fullName, email: `${name}@example.com`, ...bot }),
      };
    },
  );
  const places = Object.entries<Parameters<typeof aChannel>[0] & { of?: readonly (P | "owner")[] }>(
    channels ?? {},
  ).flatMap(([name, { of = [], ...plan }]): readonly RealmEvent[] => {
    const channel = aChannel({ id: channelIds[name as C], name, ...plan });
    const subscriptions = of.map((one) => newSubscription(userIds[one], channel, "#76ce90"));
    const subscribed = { type: "subscribed", subscriptions, firstMessageId: 1 } as const;
    return [{ type: "channel_created", channel }, ...(of.length > 0 ? [subscribed] : [])];
  });
  const teams = Object.entries<readonly P[]>(groups ?? {}).map(([name, members]): RealmEvent => {
    const permissions: GroupWithMembers["permissions"] = {
      ...aGroup().permissions,
      canManageGroup: onlyUser(1),
    };
    const ids = members.map((one) => userIds[one]);
    return {
      type: "group_created",
      group: aGroup({ id: groupIds[name as G], name, members: ids, permissions }),
    };
  });
  await append(...newcomers, ...places, ...teams);

  const callers = Object.fromEntries(
    Object.entries(userIds).map(([name, id]) => [name, person(id as number)]),
  );
  return {
    world,
    services,
    clock: world.clock,
    realmId,
    mails: world.mails,
    state,
    append,
    person,
    eventsSince,
    /** The events of some work. */
    eventsOf: async (work: () => Promise<unknown>): Promise<readonly RealmEvent[]> => {
      const { position } = await state();
      await work();
      return eventsSince(position);
    },
    user: async ({ userId }: Caller): Promise<User> => {
      const user = (await state()).users.get(userId);
      if (user === undefined) throw new Error(`No user ${userId}`);
      return user;
    },
    channel: async (id: number) => {
      const channel = (await state()).channels.get(id);
      if (channel === undefined) throw new Error(`No channel ${id}`);
      return channel;
    },
    group: async (id: number) => {
      const group = (await state()).groups.get(id);
      if (group === undefined) throw new Error(`No group ${id}`);
      return group;
    },
    /** Changes settings of the realm, without checking rights. */
    set: (settings: Partial<RealmSettings>) => append({ type: "realm_changed", change: { settings } }),
    /** Gives a permission of the realm to a group. */
    allow: (permission: RealmPermission, groupId: number) =>
      append({ type: "realm_changed", change: { permissions: { [permission]: groupId } } }),
    /** Changes a channel, without checking rights. */
    change: async (channelId: number, change: ChannelChange) => {
      const before = (await state()).channels.get(channelId);
      const [nameBefore, wasArchived] = [before?.name ?? "", before?.isArchived ?? false];
      await append({ type: "channel_changed", channelId, nameBefore, wasArchived, change });
    },
    ...(callers as Record<P | "owner", Person>),
    ...channelIds,
    ...groupIds,
  };
};
