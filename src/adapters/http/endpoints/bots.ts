import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { fetchBotKey, regenerateBotKey } from "../../../application/bots/bot-key";
import type { BotCreated } from "../../../application/bots/create-bot";
import { createBot } from "../../../application/bots/create-bot";
import { deactivateBot } from "../../../application/bots/deactivate-bot";
import type { BotList } from "../../../application/bots/list-bots";
import { listBots } from "../../../application/bots/list-bots";
import type { BotUpdated } from "../../../application/bots/update-bot";
import { updateBot } from "../../../application/bots/update-bot";
import { webhookInterfaces } from "../../../domain/bot";
import type { RealmState } from "../../../domain/realm-state";
import type { User } from "../../../domain/user";
import { channelName, names, naming } from "../codecs/naming";
import { optional, required, withDefault } from "../codecs/parameter";
import { role } from "../codecs/role";
import { quotedText } from "../codecs/user-settings";
import { bool, int, json, nat, text } from "../codecs/wire-type";
import { channelNameOf } from "../encode/bot";
import { avatarUrl } from "../encode/user";
import { done, endpoint } from "../endpoint";
import type { RealmFacts } from "../request-context";

const config = json(t.record(t.string, t.string));
const path = { bot_id: required(nat) };
const asKey = map((apiKey: string) => ({ api_key: apiKey }));
const key = { api_key: { type: "string" } };

const encodeDefaults = (user: User, state: RealmState, realm: RealmFacts) => ({
  avatar_url: avatarUrl(user, { user, realm, clientGravatar: false }),
  default_sending_stream: channelNameOf(state, user.bot?.defaultSendingChannelId ?? null),
  default_events_register_stream: channelNameOf(state, user.bot?.defaultEventsChannelId ?? null),
  default_all_public_streams: user.bot?.defaultAllPublicChannels ?? false,
});

const listBotsEndpoint = endpoint({
  method: "get",
  at: "/bots",
  caller: "user",
  summary: "The caller's own bots",
  path: {},
  params: {},
  response: { bots: { type: "array", items: { type: "object" } } },
  use: listBots,
  run: (listBots, { caller, realm }) =>
    map(({ state, bots }: BotList) => ({
      bots: bots.map(({ user, apiKey }) => ({
        username: user.email,
        full_name: user.fullName,
        api_key: apiKey,
        user_id: user.id,
        ...encodeDefaults(user, state, realm),
      })),
    }))(listBots(caller)),
});

const createBotEndpoint = endpoint({
  method: "post",
  at: "/bots",
  caller: "user",
  forPeopleOnly: true,
  summary: "Make a bot",
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
  run: (createBot, { caller, realm }, given) =>
    map(({ user, apiKey, state }: BotCreated) => ({
      user_id: user.id,
      api_key: apiKey,
      ...encodeDefaults(user, state, realm),
    }))(
      createBot(caller, {
        fullName: given.full_name,
        shortName: given.short_name,
        realmHost: realm.host,
        typeNumber: given.bot_type,
        serviceName: given.service_name,
        payloadUrl: given.payload_url,
        interface: webhookInterfaces[given.interface_type - 1],
        config: given.config_data,
        defaultSendingChannel: given.default_sending_stream,
        defaultEventsChannel: given.default_events_register_stream,
        defaultAllPublicChannels: given.default_all_public_streams,
      }),
    ),
});

const updateBotEndpoint = endpoint({
  method: "patch",
  at: "/bots/{bot_id}",
  caller: "user",
  forPeopleOnly: true,
  summary: "Change a bot. Its owner and administrators may",
  path,
  params: {
    full_name: optional(text),
    short_name: optional(text),
    role: optional(role),
    bot_owner_id: optional(naming(int, names.user())),
    config_data: optional(config),
    service_payload_url: optional(quotedText),
    service_interface: withDefault(int, 1),
    default_sending_stream: optional(channelName),
    default_events_register_stream: optional(channelName),
    default_all_public_streams: optional(bool),
  },
  response: { full_name: { type: "string" } },
  use: updateBot,
  run: (updateBot, { caller, realm }, given) =>
    map(({ state, user }: BotUpdated) => {
      const owner = state.users.get(user.bot?.ownerId ?? 0);
      return {
        full_name: user.fullName,
        ...encodeDefaults(user, state, realm),
        service_interface: given.service_interface,
        service_payload_url: user.bot?.service?.url ?? null,
        config_data: user.bot?.config ?? {},
        ...(owner && { bot_owner: owner.email }),
      };
    })(
      updateBot(caller, given.bot_id, {
        fullName: given.full_name,
        shortName: given.short_name,
        realmHost: realm.host,
        role: given.role,
        ownerId: given.bot_owner_id,
        config: given.config_data,
        payloadUrl: given.service_payload_url,
        interface: webhookInterfaces[given.service_interface - 1],
        defaultSendingChannel: given.default_sending_stream,
        defaultEventsChannel: given.default_events_register_stream,
        defaultAllPublicChannels: given.default_all_public_streams,
      }),
    ),
});

const deactivateBotEndpoint = endpoint({
  method: "delete",
  at: "/bots/{bot_id}",
  caller: "user",
  forPeopleOnly: true,
  summary: "End a bot's account. Its owner and administrators may",
  path,
  params: {},
  response: {},
  use: deactivateBot,
  run: (deactivateBot, { caller }, given) => done(deactivateBot(caller, given.bot_id)),
});

const fetchBotKeyEndpoint = endpoint({
  method: "get",
  at: "/bots/{bot_id}/api_key",
  caller: "user",
  forPeopleOnly: true,
  summary: "A bot's API key. Its owner and administrators may",
  path,
  params: {},
  response: key,
  use: fetchBotKey,
  run: (fetchBotKey, { caller }, given) => asKey(fetchBotKey(caller, given.bot_id)),
});

const regenerateBotKeyEndpoint = endpoint({
  method: "post",
  at: "/bots/{bot_id}/api_key/regenerate",
  caller: "user",
  forPeopleOnly: true,
  summary: "Give a bot a new API key; the old one ends. Its owner and administrators may",
  path,
  params: {},
  response: key,
  use: regenerateBotKey,
  run: (regenerateBotKey, { caller }, given) => asKey(regenerateBotKey(caller, given.bot_id)),
});

export const botEndpoints = [
  listBotsEndpoint,
  createBotEndpoint,
  updateBotEndpoint,
  deactivateBotEndpoint,
  fetchBotKeyEndpoint,
  regenerateBotKeyEndpoint,
];
