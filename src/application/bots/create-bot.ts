import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import { type Bot, type BotType, newBot, type WebhookInterface } from "../../domain/bots/bot";
import { type BotError, embeddedBotsNotEnabled, invalidBotType } from "../../domain/bots/refusals";
import { type CallerError, insufficientPermission, notForGuests } from "../../domain/caller-refusals";
import type { ChannelError } from "../../domain/channels/refusals";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { checkOwnedBots, mayMakeBot } from "../../domain/policy/bot-policy";
import type { RealmState } from "../../domain/state/realm-state";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { ApiKeys } from "../ports/api-keys/api-keys";
import type { InTransaction, Transaction } from "../transaction";
import { checkBotName, checkFullName } from "../users/shared/check-profile";
import { newUser } from "../users/shared/new-user";
import { checkBotAddress, checkConfig, checkService, findChannelByName } from "./internal/check-bot";

interface NewBot {
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

type CreateError = BotError | CallerError | ChannelError | InputError | LimitError | UserError;

interface Ports {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** Creates a bot owned by the caller. */
export const createBot =
  ({ inTransaction, apiKeys }: Ports) =>
  (caller: Caller, input: NewBot): TaskEither<CreateError, BotCreated> =>
    asCaller(inTransaction, caller, async (tx, owner) => {
      const checked = checkNewBot(tx, owner, input);
      if (E.isLeft(checked)) return checked;
      const { email, fullName, bot } = checked.right;
      const { settings, userDefaults } = tx.state.realm;
      const user = {
        ...newUser({
          id: tx.newId("user"),
          email,
          fullName,
          role: "member",
          now: tx.now,
          settings: userDefaults,
          avatarSource: settings.defaultAvatarSource,
        }),
        bot,
      };
      tx.append({ type: "user_created", user });
      const apiKey = apiKeys.keyOf(caller.realmId, user.id, user.apiKeyVersion);
      return E.right({ user, apiKey, state: tx.state });
    });

const checkNewBot = (
  tx: Transaction,
  owner: User,
  input: NewBot,
): E.Either<CreateError, Pick<User, "email" | "fullName"> & { readonly bot: Bot }> =>
  pipe(
    owner.role === "guest" ? E.left(notForGuests) : E.Do,
    E.bindW("email", () => checkBotAddress(tx.state, input)),
    E.bindW("fullName", () => checkFullName(input.fullName)),
    E.chainFirstW(({ fullName }) => checkBotName(tx.state, fullName)),
    E.bindW("type", () => checkType(tx, owner, input.type)),
    E.bindW("bot", ({ type }) => botOf(tx, owner, type, input)),
  );

/** The type, if the owner may have another bot of it. */
const checkType = (
  { state, now }: Transaction,
  owner: User,
  type: BotType | undefined,
): E.Either<BotError | CallerError | LimitError, BotType> => {
  if (type === undefined) return E.left(invalidBotType);
  if (type === "embedded") return E.left(embeddedBotsNotEnabled);
  if (!mayMakeBot(state, owner, type, now)) return E.left(insufficientPermission);
  return pipe(
    checkOwnedBots(state, owner.id),
    E.map(() => type),
  );
};

const botOf = (
  { state, now }: Transaction,
  owner: User,
  type: BotType,
  input: NewBot,
): E.Either<BotError | ChannelError, Bot> =>
  pipe(
    E.Do,
    E.bind("defaultSendingChannelId", () =>
      findChannelByName(state, owner, input.defaultSendingChannel, now),
    ),
    E.bind("defaultEventsChannelId", () => findChannelByName(state, owner, input.defaultEventsChannel, now)),
    E.bindW("config", () => checkConfig(input.config)),
    E.bindW("service", () =>
      type === "outgoing_webhook"
        ? checkService(input.serviceName ?? input.shortName.trim(), input.payloadUrl, input.interface)
        : E.right(null),
    ),
    E.map((checked) => ({
      ...newBot(type, owner.id),
      ...checked,
      defaultAllPublicChannels: input.defaultAllPublicChannels,
    })),
  );
