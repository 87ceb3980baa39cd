import { createHash } from "node:crypto";
import * as t from "io-ts";
import request from "supertest";
import { ids, maybe } from "../codecs";
import { type ClientRequest, done } from "../request";
import { flaggedMessage } from "./model";

const octopus = { emoji_name: "octopus", emoji_code: "1f419", reaction_type: "unicode_emoji" };
const sent = t.type({ id: t.Int });
const changed = t.type({ messages: ids });

export const messageRequests: readonly ClientRequest[] = [
  {
    route: "sendMessage, channel",
    ask: ({ client, channelId }) =>
      client.post("/messages", {
        type: "channel",
        to: channelId,
        topic: "lunch",
        content: "noon?",
        read_by_sender: true,
        queue_id: "a queue",
        local_id: "1",
      }),
    answer: sent,
  },
  {
    route: "sendMessage, direct",
    ask: ({ client }) =>
      client.post("/messages", { type: "direct", to: [1], content: "hello", read_by_sender: true }),
    answer: sent,
  },
  {
    route: "getMessage",
    ask: async ({ client, newMessage }) =>
      client.get(`/messages/${await newMessage()}`, { apply_markdown: false, allow_empty_topic_name: true }),
    answer: t.type({ message: flaggedMessage }),
  },
  {
    route: "getMessages",
    ask: async ({ client, newMessage }) => {
      const id = await newMessage("to be edited");
      await client.patch(`/messages/${id}`, { content: "edited", topic: "later" });
      await client.post(`/messages/${id}/reactions`, octopus);
      await newMessage("/poll Lunch?\nyes\nno");
      await client.post("/messages", { type: "direct", to: [1], content: "among two" });
      return client.get("/messages", {
        narrow: [{ operator: "sender", operand: client.id }],
        anchor: "newest",
        include_anchor: true,
        num_before: 100,
        num_after: 0,
        client_gravatar: false,
        apply_markdown: true,
        allow_empty_topic_name: true,
      });
    },
    answer: t.type({
      anchor: t.Int,
      found_newest: t.boolean,
      found_oldest: t.boolean,
      found_anchor: t.boolean,
      history_limited: t.boolean,
      messages: t.array(flaggedMessage),
    }),
  },
  {
    route: "getMessages, search",
    ask: async ({ client, channelId, newMessage }) => {
      await newMessage("where is the needle?");
      const narrow = [
        { operator: "channel", operand: channelId },
        { operator: "search", operand: "needle" },
      ];
      return client.get("/messages", {
        narrow,
        anchor: "first_unread",
        num_before: 10,
        num_after: 10,
        allow_empty_topic_name: true,
      });
    },
    answer: t.type({
      messages: t.array(t.intersection([flaggedMessage, t.type({ match_content: t.string })])),
    }),
  },
  {
    route: "updateMessage",
    ask: async ({ client, newMessage }) => {
      const id = await newMessage("old");
      return client.patch(`/messages/${id}`, {
        content: "new",
        topic: "elsewhere",
        propagate_mode: "change_later",
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: false,
        prev_content_sha256: createHash("sha256").update("old").digest("hex"),
      });
    },
    answer: done,
  },
  {
    route: "deleteMessage",
    ask: async ({ client, newMessage }) => client.delete(`/messages/${await newMessage()}`),
    answer: done,
  },
  {
    route: "reportMessage",
    ask: async ({ server: { owner }, client, newMessage }) => {
      const { body } = await owner.post("/channels/create", {
        name: "moderators",
        subscribers: [1],
        invite_only: true,
      });
      await owner.patch("/realm", { moderation_request_channel_id: body.id });
      return client.post(`/messages/${await newMessage()}/report`, {
        report_type: "other",
        description: "I can't find it any more",
      });
    },
    answer: done,
  },
  {
    route: "uploadFile",
    ask: ({ server, client }) =>
      request(server.http)
        .post("/api/v1/user_uploads")
        .auth(client.email, client.apiKey)
        .attach("file", Buffer.from("hello"), { filename: "hello.txt", contentType: "text/plain" }),
    answer: t.type({ uri: t.string }),
  },
  {
    route: "getFileTemporaryUrl",
    ask: async ({ server, client }) => {
      const { body } = await request(server.http)
        .post("/api/v1/user_uploads")
        .auth(client.email, client.apiKey)
        .attach("file", Buffer.from("hello"), "hello.txt");
      return client.get(body.uri);
    },
    answer: t.type({ url: t.string }),
  },
  {
    route: "addReaction",
    ask: async ({ client, newMessage }) => client.post(`/messages/${await newMessage()}/reactions`, octopus),
    answer: done,
  },
  {
    route: "removeReaction",
    ask: async ({ client, newMessage }) => {
      const id = await newMessage();
      await client.post(`/messages/${id}/reactions`, octopus);
      return client.delete(`/messages/${id}/reactions`, octopus);
    },
    answer: done,
  },
  {
    route: "updateMessageFlags",
    ask: async ({ client, newMessage }) =>
      client.post("/messages/flags", { messages: [await newMessage()], op: "add", flag: "starred" }),
    answer: changed,
  },
  {
    route: "updateMessageFlagsForNarrow",
    ask: ({ client, channelId }) =>
      client.post("/messages/flags/narrow", {
        anchor: "oldest",
        include_anchor: false,
        num_before: 0,
        num_after: 1000,
        narrow: [
          { operator: "channel", operand: channelId },
          { operator: "is", operand: "unread" },
        ],
        op: "add",
        flag: "read",
      }),
    answer: t.type({
      processed_count: t.Int,
      updated_count: t.Int,
      found_oldest: t.boolean,
      found_newest: t.boolean,
      first_processed_id: maybe(t.Int),
      last_processed_id: maybe(t.Int),
    }),
  },
  {
    route: "getReadReceipts",
    ask: async ({ client, newMessage }) => client.get(`/messages/${await newMessage()}/read_receipts`),
    answer: t.type({ user_ids: ids }),
  },
  {
    route: "sendSubmessage",
    ask: async ({ client, newMessage }) =>
      client.post("/submessage", {
        message_id: await newMessage("/poll Lunch?\nyes\nno"),
        msg_type: "widget",
        content: { type: "vote", key: "canned,0", vote: 1 },
      }),
    answer: done,
  },
];
