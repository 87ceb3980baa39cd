import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { Bot, WebhookInterface } from "../../domain/bot";
import { isEmail } from "../../domain/email";
import { type ApiError, badRequest, insufficientPermission, mustBe, notForGuests } from "../../domain/errors";
import type { RealmEvent } from "../../domain/event";
import type { RealmState } from "../../domain/realm-state";
import { allows, type Role } from "../../domain/role";
import type { User } from "../../domain/user";
import { canAdministerUser, outranks } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import { appendWithSight } from "../channels/sight-through-groups";
import type { InTransaction, Transaction } from "../transaction";
import { checkFullName } from "../users/check-profile";
import {
  botToChange,
  channelNamed,
  checkBotName,
  checkConfig,
  checkService,
  ownedBotsRefusal,
} from "./check-bot";

/** What is undefined stays. */
interface BotUpdate {
  readonly fullName: string | undefined;
  readonly shortName: string | undefined;
  readonly realmHost: string;
  readonly role: Role | undefined;
  readonly ownerId: number | undefined;
  readonly config: Readonly<Record<string, string>> | undefined;
  readonly payloadUrl: string | undefined;
  readonly interface: WebhookInterface | undefined;
  readonly defaultSendingChannel: string | undefined;
  readonly defaultEventsChannel: string | undefined;
  readonly defaultAllPublicChannels: boolean | undefined;
}

/** A bot as it is after a change. */
export interface BotUpdated {
  readonly state: RealmState;
  readonly user: User;
}

type Change = Either<ApiError, readonly RealmEvent[]>;
const nothing: Change = right([]);

/** Changes a bot; answers with it as it is then. Its owner and administrators may. */
export const updateBot =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, botId: number, update: BotUpdate): Result<BotUpdated> =>
    inTransaction(caller, (tx) => async () => {
      const actor = callerIn(tx.state, caller);
      if (isLeft(actor)) return actor;
      if (actor.right.role === "guest") return left(notForGuests);
      const target = botToChange(tx.state, actor.right, botId, true);
      if (isLeft(target)) return target;
      const user = target.right;
      if (!allows(actor.right.role, user.role)) return left(insufficientPermission);
      const bot = botChange(tx, actor.right, user, update);
      if (isLeft(bot)) return bot;
      const changes: readonly Change[] = [
        profileChange(tx, user, update),
        roleChange(actor.right, user, update.role),
        Object.keys(bot.right).length === 0
          ? nothing
          : right([
              {
                type: "bot_changed",
                userId: user.id,
                change: bot.right,
                ...(bot.right.ownerId !== undefined && { ownerBefore: user.bot?.ownerId ?? null }),
              },
            ]),
        // Whoever had it so far doesn't go on in the new owner's name.
        bot.right.ownerId === undefined ? nothing : right([keyRenewed(user, tx.now)]),
      ];
      const failed = changes.find(isLeft);
      if (failed) return failed;
      const events = changes.flatMap((change) => (isLeft(change) ? [] : change.right));
      await appendWithSight(tx, events);
      return right({ state: tx.state, user: changed(user, events) });
    });

const keyRenewed = ({ id, apiKeyVersion }: User, now: number): RealmEvent => ({
  type: "user_changed",
  userId: id,
  change: { apiKeyVersion: apiKeyVersion + 1, apiKeyMadeAt: now },
});

const changed = (user: User, events: readonly RealmEvent[]): User => {
  let now = user;
  for (const event of events) {
    if (event.type === "user_changed") now = { ...now, ...event.change };
    if (event.type === "role_changed") now = { ...now, role: event.to };
    if (event.type === "bot_changed") now = { ...now, bot: now.bot && { ...now.bot, ...event.change } };
  }
  return now;
};

const profileChange = ({ state }: Transaction, user: User, update: BotUpdate): Change => {
  const fullName = checkFullName(update.fullName ?? user.fullName);
  if (isLeft(fullName)) return fullName;
  const free = checkBotName(state, fullName.right, user.id);
  if (isLeft(free)) return free;
  const email = address(state, user, update);
  if (isLeft(email)) return email;
  const change = {
    ...(fullName.right !== user.fullName && { fullName: fullName.right }),
    ...(email.right !== user.email && { email: email.right }),
  };
  return Object.keys(change).length === 0
    ? nothing
    : right([{ type: "user_changed", userId: user.id, change }]);
};

const address = (
  state: RealmState,
  user: User,
  { shortName, realmHost }: BotUpdate,
): Either<ApiError, string> => {
  if (shortName === undefined) return right(user.email);
  const email = `${shortName.trim()}-bot@${realmHost}`;
  if (!/^[a-z0-9_.-]+$/i.test(shortName.trim()) || !isEmail(email))
    return left(badRequest("Bad name or username"));
  const holder = state.userByEmail(email);
  return holder && holder.id !== user.id ? left(badRequest("Username already in use")) : right(email);
};

const roleChange = (actor: User, user: User, role: Role | undefined): Change => {
  if (role === undefined || role === user.role) return nothing;
  if ((role === "owner" || user.role === "owner") && actor.role !== "owner") return left(mustBe("owner"));
  if (!allows(actor.role, "administrator")) return left(mustBe("administrator"));
  return right([{ type: "role_changed", userId: user.id, from: user.role, to: role }]);
};

const ownerProblem = (state: RealmState, ownerId: number): string | undefined => {
  const owner = state.users.get(ownerId);
  if (owner === undefined) return "Failed to change owner, no such user";
  if (!owner.isActive) return "Failed to change owner, user is deactivated";
  return owner.bot === null ? undefined : "Failed to change owner, bots can't own other bots";
};

/** A bot acts in its owner's name: giving it to somebody takes the right to manage them too. */
const transferRefusal = (tx: Transaction, actor: User, ownerId: number): ApiError | undefined => {
  const problem = ownerProblem(tx.state, ownerId);
  if (problem !== undefined) return badRequest(problem);
  const owner = tx.state.users.get(ownerId);
  const mayManage = owner && canAdministerUser(actor, owner) && !outranks(tx.state, owner, actor);
  if (ownerId !== actor.id && !mayManage) return insufficientPermission;
  return ownedBotsRefusal(tx.state, ownerId);
};

const botChange = (
  tx: Transaction,
  actor: User,
  user: User,
  update: BotUpdate,
): Either<ApiError, Partial<Bot>> => {
  const { bot } = user;
  const { ownerId, payloadUrl, config, defaultAllPublicChannels } = update;
  const isTransfer = ownerId !== undefined && ownerId !== bot?.ownerId;
  // Who takes a bot, or what it is told, has what it reads and whatever its owner may do by it.
  const takesOver = isTransfer || payloadUrl !== undefined || config !== undefined;
  if (takesOver && outranks(tx.state, user, actor)) return left(insufficientPermission);
  const refusal = isTransfer ? transferRefusal(tx, actor, ownerId) : undefined;
  if (refusal) return left(refusal);
  const sending = optionalChannel(tx, actor, update.defaultSendingChannel);
  if (isLeft(sending)) return sending;
  const events = optionalChannel(tx, actor, update.defaultEventsChannel);
  if (isLeft(events)) return events;
  const service =
    payloadUrl === undefined
      ? undefined
      : checkService(bot?.service?.name ?? "", payloadUrl, update.interface);
  if (service !== undefined && isLeft(service)) return service;
  const merged = config && checkConfig({ ...bot?.config, ...config });
  if (merged && isLeft(merged)) return merged;
  return right({
    ...(isTransfer && { ownerId }),
    ...(sending.right !== undefined && { defaultSendingChannelId: sending.right }),
    ...(events.right !== undefined && { defaultEventsChannelId: events.right }),
    ...(defaultAllPublicChannels !== undefined && { defaultAllPublicChannels }),
    ...(service && { service: service.right }),
    ...(merged && { config: merged.right }),
  });
};

const optionalChannel = (
  { state, now }: Transaction,
  actor: User,
  name: string | undefined,
): Either<ApiError, number | null | undefined> =>
  name === undefined ? right(undefined) : channelNamed(state, actor, name, now);
