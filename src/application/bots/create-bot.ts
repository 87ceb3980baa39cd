import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type Bot, type BotType, botTypes, newBot, type WebhookInterface } from "../../domain/bot";
import { isEmail } from "../../domain/email";
import { type ApiError, badRequest, insufficientPermission, notForGuests } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { InTransaction, Transaction } from "../transaction";
import { checkFullName } from "../users/check-profile";
import { newUser } from "../users/new-user";
import {
  channelNamed,
  checkBotName,
  checkConfig,
  checkService,
  mayMakeBot,
  ownedBotsRefusal,
} from "./check-bot";

interface BotWanted {
  readonly fullName: string;
  /** Becomes the address `short_name-bot@host`. */
  readonly shortName: string;
  readonly realmHost: string;
  readonly typeNumber: number;
  readonly serviceName: string | undefined;
  readonly payloadUrl: string;
  readonly interface: WebhookInterface | undefined;
  readonly config: Readonly<Record<string, string>>;
  readonly defaultSendingChannel: string;
  readonly defaultEventsChannel: string;
  readonly defaultAllPublicChannels: boolean;
}

/** A new bot, with the realm as it is then. */
export interface BotCreated {
  readonly state: RealmState;
  readonly user: User;
  readonly apiKey: string;
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** Makes a bot, which belongs to the caller. */
export const createBot =
  ({ inTransaction, apiKeys }: Ports) =>
  (caller: Caller, wanted: BotWanted): Result<BotCreated> =>
    inTransaction(caller, (tx) => async () => {
      const owner = callerIn(tx.state, caller);
      if (isLeft(owner)) return owner;
      if (owner.right.role === "guest") return left(notForGuests);
      const email = addressOf(tx, wanted);
      if (isLeft(email)) return email;
      const fullName = checkFullName(wanted.fullName);
      if (isLeft(fullName)) return fullName;
      const free = checkBotName(tx.state, fullName.right);
      if (isLeft(free)) return free;
      const type = botTypes[wanted.typeNumber - 1];
      if (type === undefined) return left(badRequest("Invalid bot type"));
      if (type === "embedded") return left(badRequest("Embedded bots are not enabled."));
      if (!mayMakeBot(tx.state, owner.right, type, tx.now)) return left(insufficientPermission);
      const full = ownedBotsRefusal(tx.state, owner.right.id);
      if (full) return left(full);
      const bot = botOf(tx, owner.right, type, wanted);
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

const addressOf = ({ state }: Transaction, { shortName, realmHost }: BotWanted): Either<ApiError, string> => {
  const name = shortName.trim();
  const email = `${name}-bot@${realmHost}`;
  if (!/^[a-z0-9_.-]+$/i.test(name) || !isEmail(email)) return left(badRequest("Bad name or username"));
  return state.userByEmail(email) ? left(badRequest("Username already in use")) : right(email);
};

const botOf = (tx: Transaction, owner: User, type: BotType, wanted: BotWanted): Either<ApiError, Bot> => {
  const sending = channelNamed(tx.state, owner, wanted.defaultSendingChannel, tx.now);
  if (isLeft(sending)) return sending;
  const events = channelNamed(tx.state, owner, wanted.defaultEventsChannel, tx.now);
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
