import * as t from "io-ts";
import request from "supertest";
import { ownerPassword } from "../../http/http-application";
import { type ClientRequest, done } from "../request";
import { flaggedMessage, presences } from "./model";

const around = { num_before: 30, num_after: 10, apply_markdown: true, client_gravatar: true };
const page = t.type({ messages: t.array(flaggedMessage), anchor: t.Int, found_newest: t.boolean });
const sent = t.type({ id: t.Int });
const thumb = { emoji_name: "thumbs_up", emoji_code: "1f44d", reaction_type: "unicode_emoji" };

/** The narrows of `Model.set_narrow`: pairs, with names that newer clients don't use. */
const narrows: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "all messages": [],
  channel: [["stream", "general"]],
  topic: [
    ["stream", "general"],
    ["topic", "lunch"],
  ],
  "all direct messages": [["is", "private"]],
  "one direct conversation": [["pm-with", "owner@example.com"]],
  starred: [["is", "starred"]],
  mentions: [["is", "mentioned"]],
  search: [["search", "needle"]],
};

const toRead: readonly ClientRequest[] = Object.entries(narrows).map(([name, narrow]) => ({
  route: `get_messages: ${name}`,
  ask: async ({ client, newMessage }) => {
    await client.post("/messages", { type: "private", to: [1], content: "between us" });
    const id = await newMessage("a needle for @**Tess Terminal**");
    await client.post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
    return client.get("/messages", { ...around, anchor: 0, use_first_unread_anchor: true, narrow });
  },
  answer: t.intersection([page, t.type({ messages: t.array(t.unknown) })]),
}));

export const requests: readonly ClientRequest[] = [
  {
    route: "get_server_settings",
    ask: ({ server }) => request(server.http).get("/api/v1/server_settings"),
    answer: t.type({
      realm_uri: t.string,
      email_auth_enabled: t.boolean,
      require_email_format_usernames: t.boolean,
    }),
  },
  {
    route: "fetch_api_key",
    ask: ({ server, client }) =>
      request(server.http)
        .post("/api/v1/fetch_api_key")
        .type("form")
        .send({ username: client.email, password: ownerPassword }),
    answer: t.type({ api_key: t.string, email: t.string }),
  },
  ...toRead,
  {
    route: "get_messages: the newest of a topic",
    ask: async ({ client, channelId, newMessage }) => {
      await newMessage();
      const narrow = [
        { operator: "stream", operand: channelId },
        { operator: "topic", operand: "lunch" },
      ];
      return client.get("/messages", { anchor: 1e16, num_before: 1, num_after: 0, narrow });
    },
    answer: t.type({ messages: t.tuple([flaggedMessage]) }),
  },
  {
    route: "send_message: channel",
    ask: ({ client }) =>
      client.post("/messages", {
        type: "stream",
        to: "general",
        subject: "lunch",
        content: "noon?",
        read_by_sender: true,
      }),
    answer: sent,
  },
  {
    route: "send_message: direct",
    ask: ({ client }) =>
      client.post("/messages", { type: "private", to: [1], content: "hello", read_by_sender: true }),
    answer: sent,
  },
  {
    route: "update_message: content and topic",
    ask: async ({ client, newMessage }) => {
      const message_id = await newMessage();
      return client.patch(`/messages/${message_id}`, {
        message_id,
        propagate_mode: "change_one",
        topic: "dinner",
        content: "later",
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: false,
      });
    },
    answer: done,
  },
  {
    route: "get_raw_message",
    ask: async ({ client, newMessage }) =>
      client.get(`/messages/${await newMessage()}`, { apply_markdown: true }),
    answer: t.type({ raw_content: t.string }),
  },
  {
    route: "get_message_history",
    ask: async ({ client, newMessage }) => client.get(`/messages/${await newMessage()}/history`),
    answer: t.type({
      message_history: t.array(t.type({ content: t.string, topic: t.string, timestamp: t.Int })),
    }),
  },
  {
    route: "add_reaction",
    ask: async ({ client, newMessage }) => {
      const id = await newMessage();
      return client.post(`/messages/${id}/reactions`, { ...thumb, message_id: `${id}` });
    },
    answer: done,
  },
  {
    route: "add_reaction: by a name that is another emoji's since Zulip 12",
    ask: async ({ client, newMessage }) => {
      const smile = { emoji_name: "smile", emoji_code: "1f642", reaction_type: "unicode_emoji" };
      return client.post(`/messages/${await newMessage()}/reactions`, smile);
    },
    answer: done,
  },
  {
    route: "remove_reaction",
    ask: async ({ client, newMessage }) => {
      const id = await newMessage();
      await client.post(`/messages/${id}/reactions`, thumb);
      return client.delete(`/messages/${id}/reactions`, { ...thumb, message_id: `${id}` });
    },
    answer: done,
  },
  {
    route: "update_message_flags",
    ask: async ({ client, newMessage }) =>
      client.post("/messages/flags", { messages: [await newMessage()], op: "add", flag: "read" }),
    answer: done,
  },
  {
    route: "set_typing_status",
    ask: ({ client }) => client.post("/typing", { to: [1], op: "start" }),
    answer: done,
  },
  {
    route: "update_presence",
    ask: ({ client }) => client.post("/users/me/presence", { status: "active", new_user_input: true }),
    answer: t.type({ presences }),
  },
  {
    route: "update_subscription_settings",
    ask: ({ client, channelId }) =>
      client.post("/users/me/subscriptions/properties", {
        subscription_data: [{ stream_id: channelId, property: "is_muted", value: true }],
      }),
    answer: done,
  },
  {
    route: "get_stream_topics",
    ask: async ({ client, channelId, newMessage }) => {
      await newMessage();
      return client.get(`/users/me/${channelId}/topics`);
    },
    answer: t.type({ topics: t.array(t.type({ name: t.string })) }),
  },
  {
    route: "streams/{id}/email_address",
    ask: ({ client, channelId }) => client.get(`/streams/${channelId}/email_address`),
    answer: t.type({ email: t.string }),
  },
  {
    route: "deregister",
    ask: async ({ client }) => {
      const { body } = await client.post("/register", { event_types: ["message"] });
      return client.delete("/events", { queue_id: body.queue_id });
    },
    answer: done,
  },
];
