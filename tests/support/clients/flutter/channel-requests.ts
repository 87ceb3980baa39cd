import * as t from "io-ts";
import { type ClientRequest, done } from "../request";

export const channelRequests: readonly ClientRequest[] = [
  {
    route: "subscribeToChannel",
    ask: ({ client }) =>
      client.post("/users/me/subscriptions", { subscriptions: [{ name: "from the app" }] }),
    answer: done,
  },
  {
    route: "unsubscribeFromChannel",
    ask: ({ client }) => client.delete("/users/me/subscriptions", { subscriptions: ["from the app"] }),
    answer: done,
  },
  {
    route: "updateSubscriptionSettings",
    ask: ({ client, channelId }) =>
      client.post("/users/me/subscriptions/properties", {
        subscription_data: [{ stream_id: channelId, property: "pin_to_top", value: true }],
      }),
    answer: done,
  },
  {
    route: "getChannelTopics",
    ask: async ({ client, channelId, newMessage }) => {
      await newMessage();
      return client.get(`/users/me/${channelId}/topics`, { allow_empty_topic_name: true });
    },
    answer: t.type({ topics: t.array(t.type({ max_id: t.Int, name: t.string })) }),
  },
  {
    route: "updateUserTopic",
    ask: ({ client, channelId }) =>
      client.post("/user_topics", { stream_id: channelId, topic: "lunch", visibility_policy: 3 }),
    answer: done,
  },
  {
    route: "setTypingStatus, channel",
    ask: ({ client, channelId }) =>
      client.post("/typing", { op: "start", type: "channel", stream_id: channelId, topic: "lunch" }),
    answer: done,
  },
  {
    route: "setTypingStatus, direct",
    ask: ({ client }) => client.post("/typing", { op: "start", type: "direct", to: [1] }),
    answer: done,
  },
];
