import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { createBot } from "../../../../application/bots/create-bot";
import { deactivateBot } from "../../../../application/bots/deactivate-bot";
import { fetchBotKey } from "../../../../application/bots/fetch-bot-key";
import { listBots } from "../../../../application/bots/list-bots";
import { regenerateBotKey } from "../../../../application/bots/regenerate-bot-key";
import { updateBot } from "../../../../application/bots/update-bot";
import { outranks, ownerOf } from "../../../../domain/policy/user-access";
import type { RealmState } from "../../../../domain/state/realm-state";
import type { User } from "../../../../domain/users/user";
import { channelName, userId } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { role } from "../../../zulip-wire/codecs/role";
import {
  botTypeNumbers,
  choiceWithNumber,
  webhookInterfaceNumbers,
} from "../../../zulip-wire/codecs/type-numbers";
import { quotedText } from "../../../zulip-wire/codecs/user-settings";
import { bool, int, json, nat, text } from "../../../zulip-wire/codecs/wire-type";
import { encodeDefaultChannels } from "../../../zulip-wire/encode/bot";
import { apiEmail, avatarUrl } from "../../../zulip-wire/encode/user";
import { done, endpoint } from "../../declaration/endpoint";
import type { SignedInContext } from "../../declaration/request-context";

const config = json(t.record(t.string, t.string));
const path = { bot_id: required(nat) };
const asKey = TE.map((apiKey: string) => ({ api_key: apiKey }));
const key = { api_key: { type: "string" } };

const encodeDefaults = (bot: User, state: RealmState, context: SignedInContext) => ({
  avatar_url: avatarUrl(bot, { user: bot, realm: context.realm, clientGravatar: false }),
  ...encodeDefaultChannels(bot, state, { user: context.user, now: context.now() }),
});

/** What calls a bot's server, unless the bot has more rights than the caller. */
const encodeService = (bot: User, state: RealmState, caller: User) => {
  const isShown = !outranks(state, bot, caller);
  return {
    service_payload_url: isShown ? (bot.bot?.service?.url ?? null) : null,
    config_data: isShown ? (bot.bot?.config ?? {}) : {},
  };
};

const listBotsEndpoint = endpoint({
  method: "get",
  at: "/bots",
  caller: "user",
  summary: "List the caller's bots",
  path: {},
  params: {},
  response: { bots: { type: "array", items: { type: "object" } } },
  use: listBots,
  run: (listBots, context) =>
    pipe(
      listBots(context.caller),
      TE.map(({ state, bots }) => ({
        bots: bots.map(({ user, apiKey }) => ({
          username: user.email,
          full_name: user.fullName,
          api_key: apiKey,
          user_id: user.id,
          ...encodeDefaults(user, state, context),
        })),
      })),
    ),
});

const createBotEndpoint = endpoint({
  method: "post",
  at: "/bots",
  caller: "user",
  forPeopleOnly: true,
  summary: "Create a bot",
  path: {},
  params: {
    full_name: required(text),
    short_name: required(text),
    bot_type: withDefault(int, 1),
    payload_url: withDefault(quotedText, ""),
    service_name: optional(text),
    config_data: withDefault(config, {}),
    interface_type: withDefault(int, 1),
    default_sending_stream: withDefault(channelName, ""),
    default_events_register_stream: withDefault(channelName, ""),
    default_all_public_streams: withDefault(bool, false),
  },
  response: { user_id: { type: "integer" }, ...key },
  use: createBot,
  run: (createBot, context, input) =>
    pipe(
      createBot(context.caller, {
        fullName: input.full_name,
        shortName: input.short_name,
        realmHost: context.realm.host,
        type: choiceWithNumber(botTypeNumbers, input.bot_type),
        serviceName: input.service_name,
        payloadUrl: input.payload_url,
        interface: choiceWithNumber(webhookInterfaceNumbers, input.interface_type),
        config: input.config_data,
        defaultSendingChannel: input.default_sending_stream,
        defaultEventsChannel: input.default_events_register_stream,
        defaultAllPublicChannels: input.default_all_public_streams,
      }),
      TE.map(({ user, apiKey, state }) => ({
        user_id: user.id,
        api_key: apiKey,
        ...encodeDefaults(user, state, context),
      })),
    ),
});

const updateBotEndpoint = endpoint({
  method: "patch",
  at: "/bots/{bot_id}",
  caller: "user",
  forPeopleOnly: true,
  summary: "Change a bot. For its owner and administrators",
  path,
  params: {
    full_name: optional(text),
    short_name: optional(text),
    role: optional(role),
    bot_owner_id: optional(userId),
    config_data: optional(config),
    service_payload_url: optional(quotedText),
    service_interface: withDefault(int, 1),
    default_sending_stream: optional(channelName),
    default_events_register_stream: optional(channelName),
    default_all_public_streams: optional(bool),
  },
  response: { full_name: { type: "string" } },
  use: updateBot,
  run: (updateBot, context, input) =>
    pipe(
      updateBot(context.caller, input.bot_id, {
        fullName: input.full_name,
        shortName: input.short_name,
        realmHost: context.realm.host,
        role: input.role,
        ownerId: input.bot_owner_id,
        config: input.config_data,
        payloadUrl: input.service_payload_url,
        interface: choiceWithNumber(webhookInterfaceNumbers, input.service_interface),
        defaultSendingChannel: input.default_sending_stream,
        defaultEventsChannel: input.default_events_register_stream,
        defaultAllPublicChannels: input.default_all_public_streams,
      }),
      TE.map(({ state, user }) => {
        const owner = ownerOf(state, user);
        return {
          full_name: user.fullName,
          ...encodeDefaults(user, state, context),
          service_interface: input.service_interface,
          ...encodeService(user, state, context.user),
          ...(owner && { bot_owner: apiEmail(owner, context) }),
        };
      }),
    ),
});

const deactivateBotEndpoint = endpoint({
  method: "delete",
  at: "/bots/{bot_id}",
  caller: "user",
  forPeopleOnly: true,
  summary: "Deactivate a bot. For its owner and administrators",
  path,
  params: {},
  response: {},
  use: deactivateBot,
  run: (deactivateBot, { caller }, input) => done(deactivateBot(caller, input.bot_id)),
});

const fetchBotKeyEndpoint = endpoint({
  method: "get",
  at: "/bots/{bot_id}/api_key",
  caller: "user",
  forPeopleOnly: true,
  summary: "Get a bot's API key. For its owner and administrators",
  path,
  params: {},
  response: key,
  use: fetchBotKey,
  run: (fetchBotKey, { caller }, input) => asKey(fetchBotKey(caller, input.bot_id)),
});

const regenerateBotKeyEndpoint = endpoint({
  method: "post",
  at: "/bots/{bot_id}/api_key/regenerate",
  caller: "user",
  forPeopleOnly: true,
  summary: "Give a bot a new API key; the old one stops working. For its owner and administrators",
  path,
  params: {},
  response: key,
  use: regenerateBotKey,
  run: (regenerateBotKey, { caller }, input) => asKey(regenerateBotKey(caller, input.bot_id)),
});

export const botEndpoints = [
  listBotsEndpoint,
  createBotEndpoint,
  updateBotEndpoint,
  deactivateBotEndpoint,
  fetchBotKeyEndpoint,
  regenerateBotKeyEndpoint,
];
