import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type Bot, type BotType, newBot, type WebhookInterface } from "../../domain/bots/bot";
import {
  type BotError,
  botUsernameTaken,
  embeddedBotsNotEnabled,
  invalidBotType,
  invalidBotUsername,
} from "../../domain/bots/refusals";
import { type CallerError, insufficientPermission, notForGuests } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { mayMakeBot, ownedBotsRefusal } from "../../domain/policy/bot-policy";
import type { RealmState } from "../../domain/state/realm-state";
import { isEmail } from "../../domain/users/email";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { asCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { ApiKeys } from "../ports/login/api-keys";
import type { InTransaction, Transaction } from "../transaction";
import { checkBotName, checkFullName } from "../users/shared/check-profile";
import { newUser } from "../users/shared/new-user";
import { checkConfig, checkService, findChannelByName } from "./internal/check-bot";

interface BotWanted {
  readonly fullName: string;
  /** Forms the address `short_name-bot@host`. */
  readonly shortName: string;
  readonly realmHost: string;
  /** Undefined if the request names none that exists. */
  readonly type: BotType | undefined;
  readonly serviceName: string | undefined;
  readonly payloadUrl: string;
  readonly interface: WebhookInterface | undefined;
  readonly config: Readonly<Record<string, string>>;
  readonly defaultSendingChannel: string;
  readonly defaultEventsChannel: string;
  readonly defaultAllPublicChannels: boolean;
}

/** A new bot, with the realm's state after its creation. */
export interface BotCreated {
  readonly state: RealmState;
  readonly user: User;
  readonly apiKey: string;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** Creates a bot owned by the caller. */
export const createBot =
  ({ inTransaction, apiKeys }: Ports) =>
  (
    caller: Caller,
    wanted: BotWanted,
  ): Result<BotCreated, BotError | CallerError | ChannelError | InputError | LimitError | UserError> =>
    asCaller(inTransaction, caller, async (tx, owner) => {
      if (owner.role === "guest") return left(notForGuests);
      const email = addressOf(tx, wanted);
      if (isLeft(email)) return email;
      const fullName = checkFullName(wanted.fullName);
      if (isLeft(fullName)) return fullName;
      const free = checkBotName(tx.state, fullName.right);
      if (isLeft(free)) return free;
      const { type } = wanted;
      if (type === undefined) return left(invalidBotType);
      if (type === "embedded") return left(embeddedBotsNotEnabled);
      if (!mayMakeBot(tx.state, owner, type, tx.now)) return left(insufficientPermission);
      const full = ownedBotsRefusal(tx.state, owner.id);
      if (full) return left(full);
      const bot = botOf(tx, owner, type, wanted);
      if (isLeft(bot)) return bot;
      const { settings, userDefaults } = tx.state.realm;
      const user = {
        ...newUser({
          id: tx.newId("user"),
          email: email.right,
          fullName: fullName.right,
          role: "member",
          now: tx.now,
          settings: userDefaults,
          avatarSource: settings.defaultAvatarSource,
        }),
        bot: bot.right,
      };
      tx.append({ type: "user_created", user });
      const apiKey = apiKeys.keyOf(caller.realmId, user.id, user.apiKeyVersion);
      return right({ user, apiKey, state: tx.state });
    });

const addressOf = ({ state }: Transaction, { shortName, realmHost }: BotWanted): Either<BotError, string> => {
  const name = shortName.trim();
  const email = `${name}-bot@${realmHost}`;
  if (!/^[a-z0-9_.-]+$/i.test(name) || !isEmail(email)) return left(invalidBotUsername);
  return state.userByEmail(email) ? left(botUsernameTaken) : right(email);
};

const botOf = (
  tx: Transaction,
  owner: User,
  type: BotType,
  wanted: BotWanted,
): Either<BotError | ChannelError, Bot> => {
  const sending = findChannelByName(tx.state, owner, wanted.defaultSendingChannel, tx.now);
  if (isLeft(sending)) return sending;
  const events = findChannelByName(tx.state, owner, wanted.defaultEventsChannel, tx.now);
  if (isLeft(events)) return events;
  const config = checkConfig(wanted.config);
  if (isLeft(config)) return config;
  const bot: Bot = {
    ...newBot(type, owner.id),
    defaultSendingChannelId: sending.right,
    defaultEventsChannelId: events.right,
    defaultAllPublicChannels: wanted.defaultAllPublicChannels,
    config: config.right,
  };
  if (type !== "outgoing_webhook") return right(bot);
  const name = wanted.serviceName ?? wanted.shortName.trim();
  const service = checkService(name, wanted.payloadUrl, wanted.interface);
  return isLeft(service) ? service : right({ ...bot, service: service.right });
};
