import * as t from "io-ts";
import request from "supertest";
import { ownerPassword } from "../../http/http-application";
import { idKey, maybe, texts } from "../codecs";
import { type ClientRequest, done } from "../request";
import { presence } from "./model";

export const accountRequests: readonly ClientRequest[] = [
  {
    route: "getServerSettings",
    ask: ({ server }) => request(server.http).get("/api/v1/server_settings"),
    answer: t.type({
      authentication_methods: t.type({ ldap: t.boolean }),
      external_authentication_methods: t.array(
        t.type({
          name: t.string,
          display_name: t.string,
          display_icon: maybe(t.string),
          login_url: t.string,
          signup_url: t.string,
        }),
      ),
      zulip_feature_level: t.Int,
      zulip_version: t.string,
      zulip_merge_base: t.string,
      push_notifications_enabled: t.boolean,
      is_incompatible: t.boolean,
      email_auth_enabled: t.boolean,
      require_email_format_usernames: t.boolean,
      realm_uri: t.string,
      realm_name: t.string,
      realm_icon: t.string,
      realm_description: t.string,
      realm_web_public_access_enabled: t.boolean,
    }),
  },
  {
    route: "fetchApiKey",
    ask: ({ server, client }) =>
      request(server.http)
        .post("/api/v1/fetch_api_key")
        .type("form")
        .send({ username: client.email, password: ownerPassword }),
    answer: t.type({ api_key: t.string, email: t.string, user_id: t.Int }),
  },
  { route: "getOwnUser", ask: ({ client }) => client.get("/users/me"), answer: t.type({ user_id: t.Int }) },
  {
    route: "fetchServerEmojiData",
    ask: async ({ server, client }) => {
      const { body } = await client.post("/register", { event_types: [], fetch_event_types: ["realm"] });
      return request(server.http).get(new URL(body.server_emoji_data_url).pathname);
    },
    answer: t.type({ code_to_names: t.record(t.string, texts) }),
  },
  {
    route: "registerClientDevice",
    ask: ({ client }) => client.post("/register_client_device"),
    answer: t.type({ device_id: t.Int }),
  },
  {
    route: "removeClientDevice",
    ask: async ({ client }) => {
      const { body } = await client.post("/register_client_device");
      return client.post("/remove_client_device", { device_id: body.device_id });
    },
    answer: done,
  },
  {
    route: "registerPushDevice",
    ask: async ({ client }) => {
      const { body } = await client.post("/register_client_device");
      return client.post("/mobile_push/register", {
        device_id: body.device_id,
        push_key: `MTEx${"A".repeat(40)}`,
        push_key_id: 7,
        token_kind: "fcm",
        token_id: "AAAAAAAAAAE=",
        bouncer_public_key: "k",
        encrypted_push_registration: "r",
      });
    },
    answer: done,
  },
  {
    route: "addFcmToken",
    ask: ({ client }) => client.post("/users/me/android_gcm_reg_id", { token: "android" }),
    answer: done,
  },
  {
    route: "removeFcmToken",
    ask: ({ client }) => client.delete("/users/me/android_gcm_reg_id", { token: "android" }),
    answer: done,
  },
  {
    route: "addApnsToken",
    ask: ({ client }) =>
      client.post("/users/me/apns_device_token", { token: "c0ffee", appid: "org.zulip.Zulip" }),
    answer: done,
  },
  {
    route: "removeApnsToken",
    ask: ({ client }) => client.delete("/users/me/apns_device_token", { token: "c0ffee" }),
    answer: done,
  },
  {
    route: "updateSettings",
    ask: ({ client }) =>
      client.patch("/settings", {
        twenty_four_hour_time: true,
        starred_message_counts: false,
        emojiset: "twitter",
        display_emoji_reaction_users: false,
        presence_enabled: false,
        web_inbox_show_channel_folders: false,
      }),
    answer: done,
  },
  {
    route: "updateStatus",
    ask: ({ client }) =>
      client.post("/users/me/status", {
        status_text: "away",
        emoji_name: "octopus",
        emoji_code: "1f419",
        reaction_type: "unicode_emoji",
      }),
    answer: done,
  },
  {
    route: "updatePresence",
    ask: ({ client }) =>
      client.post("/users/me/presence", {
        last_update_id: -1,
        history_limit_days: 14,
        new_user_input: true,
        ping_only: false,
        status: "active",
        slim_presence: true,
      }),
    answer: t.type({
      presence_last_update_id: maybe(t.Int),
      server_timestamp: maybe(t.number),
      presences: maybe(t.record(idKey, presence)),
    }),
  },
  {
    route: "createSavedSnippet",
    ask: ({ client }) => client.post("/saved_snippets", { title: "Thanks", content: "Thank you!" }),
    answer: t.type({ saved_snippet_id: t.Int }),
  },
];
