import { type Either, isLeft, left, right } from "fp-ts/Either";
import {
  type Channel,
  type ChannelPermissions,
  type ChannelPrivacy,
  channelLimits,
  defaultChannelPermissions,
  type TopicsPolicy,
} from "../../domain/channel";
import { canAddSubscribers, canReadContent, canSeeChannel, canSubscribe } from "../../domain/channel-access";
import { type ApiError, badRequest, mustBe, noSuchUser } from "../../domain/errors";
import type { ChannelHistory } from "../../domain/event";
import { may } from "../../domain/permission";
import type { RealmPermission } from "../../domain/realm-permission";
import type { RealmState } from "../../domain/realm-state";
import { allows } from "../../domain/role";
import { newSubscription, pickColor, type Subscription } from "../../domain/subscription";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { MessageRenderer } from "../ports/message-renderer";
import type { InTransaction, Transaction } from "../transaction";
import { findUser, type Recipient } from "../users/resolve-recipients";
import { historyOf } from "./channel-activity";

/** How channels are made that don't exist yet. */
export interface ChannelDraft {
  readonly privacy: ChannelPrivacy;
  readonly historyPublicToSubscribers: boolean;
  readonly messageRetentionDays: number | null;
  readonly topicsPolicy: TopicsPolicy;
  readonly isDefault: boolean;
  readonly permissions: Partial<ChannelPermissions>;
}

export interface SubscribeWanted {
  readonly channels: readonly {
    readonly name: string;
    readonly description: string;
    readonly color?: string;
  }[];
  /** Undefined for the caller alone. */
  readonly principals: readonly Recipient[] | undefined;
  readonly draft: ChannelDraft;
  /** Whether one channel that the caller can't use makes the whole request fail. */
  readonly authorizationErrorsFatal: boolean;
}

export interface Subscribed {
  /** Names of channels by user id. */
  readonly subscribed: ReadonlyMap<number, readonly string[]>;
  readonly alreadySubscribed: ReadonlyMap<number, readonly string[]>;
  readonly unauthorized: readonly string[];
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly renderer: MessageRenderer;
}

/** Subscribes the caller or others to channels, and makes those that don't exist. */
export const subscribe =
  ({ inTransaction, renderer }: Ports) =>
  (caller: Caller, wanted: SubscribeWanted): Result<Subscribed> =>
  async () => {
    const rendered = new Map<string, string>();
    for (const { name, description } of wanted.channels) {
      const problem = nameProblem(name);
      if (problem !== undefined) return left(badRequest(problem));
      rendered.set(name, description === "" ? "" : (await renderer.render(description)).html);
    }
    return inTransaction(caller.realmId, (tx) => async () => {
      const found = callerIn(tx.state, caller);
      if (isLeft(found)) return found;
      const user = found.right;
      if (!allows(user.role, "member")) return left(badRequest("Not allowed for guest users"));
      const people = principals(tx.state, user, wanted.principals);
      if (isLeft(people)) return people;
      const sorted = sortChannels(tx, user, wanted);
      if (isLeft(sorted)) return sorted;
      const { existing, missing, unauthorized } = sorted.right;
      const forOthers = people.right.some(({ id }) => id !== user.id);
      if (forOthers && existing.some((channel) => !canAddSubscribers(tx.state, user, channel, tx.now)))
        return left(badRequest("Insufficient permission"));
      if (forOthers && missing.length > 0 && !may(tx.state, user, "canAddSubscribersGroup", tx.now))
        return left(badRequest("Insufficient permission"));

      const history = await historyOf(tx.messages, caller.realmId, existing, tx.now);
      const created = missing.map((channel) =>
        createChannel(tx, user, channel, wanted.draft, rendered.get(channel.name) ?? ""),
      );
      for (const channel of created) tx.append({ type: "channel_created", channel });
      if (wanted.draft.isDefault && created.length > 0)
        tx.append({
          type: "default_channels_set",
          channelIds: [...tx.state.defaultChannels, ...created.map(({ id }) => id)],
        });
      const colors = new Map(
        wanted.channels.flatMap(({ name, color }) => (color ? [[name.trim().toLowerCase(), color]] : [])),
      );
      return right({ ...join(tx, [...existing, ...created], people.right, colors, history), unauthorized });
    })();
  };

const nameProblem = (name: string): string | undefined => {
  const trimmed = name.trim();
  if (trimmed === "") return "Channel name can't be empty.";
  if ([...trimmed].length > channelLimits.nameLength)
    return `Channel name too long (limit: ${channelLimits.nameLength} characters).`;
  if (trimmed.includes("\0"))
    return `Channel name '${trimmed.replaceAll("\0", "")}' contains NULL (0x00) characters.`;
  const position = [...trimmed].findIndex((character) => /[\p{Cc}\p{Cs}\p{Cn}]/u.test(character));
  return position < 0 ? undefined : `Invalid character in channel name, at position ${position + 1}.`;
};

const principals = (
  state: RealmState,
  caller: User,
  names: readonly Recipient[] | undefined,
): Either<ApiError, readonly User[]> => {
  if (names === undefined) return right([caller]);
  const users = names.map((name) => findUser(state, name));
  const active = users.flatMap((user) => (user?.isActive ? [user] : []));
  return active.length === users.length ? right([...new Set(active)]) : left(noSuchUser);
};

type Named = SubscribeWanted["channels"][number];

/** Which channels are there for the caller, which are to be made, and which they may not join. */
const sortChannels = (
  tx: Transaction,
  user: User,
  { channels, draft, authorizationErrorsFatal }: SubscribeWanted,
): Either<ApiError, { existing: Channel[]; missing: Named[]; unauthorized: string[] }> => {
  const existing = new Map<number, Channel>();
  const missing = new Map<string, Named>();
  const unauthorized: string[] = [];
  for (const named of channels) {
    const channel = tx.state.channelByName(named.name);
    if (channel === undefined) missing.set(named.name.trim().toLowerCase(), named);
    else if (mayJoin(tx, user, channel)) existing.set(channel.id, channel);
    else unauthorized.push(canSeeChannel(tx.state, user, channel, tx.now) ? channel.name : named.name);
  }
  if (unauthorized.length > 0 && authorizationErrorsFatal)
    return left(badRequest(`Unable to access channel (${unauthorized.join(", ")}).`));
  if (missing.size > 0) {
    const problem = creationProblem(tx, user, draft);
    if (problem) return left(problem);
  }
  return right({ existing: [...existing.values()], missing: [...missing.values()], unauthorized });
};

const mayJoin = (tx: Transaction, user: User, channel: Channel): boolean =>
  canSubscribe(tx.state, user, channel, tx.now) ||
  (!channel.isArchived && canReadContent(tx.state, user, channel, tx.now));

const creators: Readonly<Record<ChannelPrivacy, RealmPermission>> = {
  public: "canCreatePublicChannelGroup",
  private: "canCreatePrivateChannelGroup",
  "web-public": "canCreateWebPublicChannelGroup",
};

const creationProblem = (tx: Transaction, user: User, draft: ChannelDraft): ApiError | undefined => {
  if (!may(tx.state, user, creators[draft.privacy], tx.now)) return badRequest("Insufficient permission");
  if (draft.isDefault && !allows(user.role, "administrator")) return mustBe("administrator");
  if (draft.isDefault && draft.privacy === "private")
    return badRequest("A default channel cannot be private.");
  if (draft.messageRetentionDays !== null && user.role !== "owner") return mustBe("owner");
  return undefined;
};

const createChannel = (
  tx: Transaction,
  creator: User,
  named: Named,
  draft: ChannelDraft,
  html: string,
): Channel => ({
  id: tx.newId("channel"),
  conversationId: tx.newId("conversation"),
  name: named.name.trim(),
  description: named.description,
  renderedDescription: html,
  privacy: draft.privacy,
  historyPublicToSubscribers: draft.historyPublicToSubscribers,
  isArchived: false,
  creatorId: creator.id,
  createdAt: tx.now,
  messageRetentionDays: draft.messageRetentionDays,
  topicsPolicy: draft.topicsPolicy,
  folderId: null,
  permissions: { ...defaultChannelPermissions(creator.id), ...draft.permissions },
});

const join = (
  tx: Transaction,
  channels: readonly Channel[],
  people: readonly User[],
  colors: ReadonlyMap<string, string>,
  history: Readonly<Record<string, ChannelHistory>>,
): Pick<Subscribed, "subscribed" | "alreadySubscribed"> => {
  const subscribed = new Map<number, string[]>();
  const alreadySubscribed = new Map<number, string[]>();
  const subscriptions: Subscription[] = [];
  for (const person of people) {
    const own = tx.state.subscriptionsOf(person.id);
    const used = new Set(own.map(({ color }) => color));
    for (const channel of channels) {
      const before = tx.state.subscription(person.id, channel.id);
      const list = before?.isActive ? alreadySubscribed : subscribed;
      list.set(person.id, [...(list.get(person.id) ?? []), channel.name]);
      if (before?.isActive) continue;
      const color = colors.get(channel.name.toLowerCase()) ?? before?.color ?? pickColor(used, used.size);
      used.add(color);
      subscriptions.push({
        ...(before ?? newSubscription(person.id, channel.id, color)),
        color,
        isActive: true,
      });
    }
  }
  for (const channel of channels) reveal(tx, channel, people, history[channel.id]);
  if (subscriptions.length > 0)
    tx.append({ type: "subscribed", subscriptions, firstMessageId: tx.nextMessageId, history });
  return { subscribed, alreadySubscribed };
};

/** Whoever could not see the channel before learns of it first. */
const reveal = (
  tx: Transaction,
  channel: Channel,
  people: readonly User[],
  history: ChannelHistory | undefined,
): void => {
  const userIds = people
    .filter((person) => !canSeeChannel(tx.state, person, channel, tx.now))
    .map(({ id }) => id);
  if (userIds.length > 0)
    tx.append({ type: "channel_revealed", channelId: channel.id, userIds, ...(history && { history }) });
};
