import { type ClientCall, namesIn, send, subscribed, success } from "./place";

export const channels: readonly ClientCall[] = [
  {
    call: "streams.retrieve",
    request: "GET /streams",
    answers: "The channels that the caller may know of",
    prove: async ({ owner }) => {
      expect(namesIn((await owner.streams.retrieve()).streams, "name")).toContain("general");
      const own = await owner.streams.retrieve({ include_public: false, include_subscribed: true });
      expect(namesIn(own.streams, "name").sort()).toEqual((await subscribed(owner)).sort());
    },
  },
  {
    call: "streams.getStreamId",
    request: "GET /get_stream_id",
    answers: "The id of a channel, by its name or `{ stream }`",
    prove: async ({ owner, general }) => {
      expect(await owner.streams.getStreamId("general")).toMatchObject({ stream_id: general });
      expect(await owner.streams.getStreamId({ stream: "general" })).toMatchObject({ stream_id: general });
      expect(await owner.streams.getStreamId("nowhere")).toMatchObject({ result: "error" });
    },
  },
  {
    call: "streams.subscriptions.retrieve",
    request: "GET /users/me/subscriptions",
    answers: "The caller's channels",
    prove: async ({ ben }) => expect(await subscribed(ben)).toContain("general"),
  },
  {
    call: "streams.topics.retrieve",
    request: "GET /users/me/{stream_id}/topics",
    answers: "The topics of a channel, newest first",
    prove: async (place) => {
      const id = await send(place, "x", "what there is to say");
      const { topics } = await place.ben.streams.topics.retrieve({ stream_id: place.general });
      expect((topics as readonly object[])[0]).toEqual({ name: "what there is to say", max_id: id });
    },
  },
  {
    call: "streams.deleteById",
    request: "DELETE /streams/{stream_id}",
    answers: "Archives the channel",
    prove: async ({ owner }) => {
      await owner.users.me.subscriptions.add({ subscriptions: [{ name: "short-lived" }] });
      const { stream_id } = await owner.streams.getStreamId("short-lived");
      expect(await owner.streams.deleteById({ stream_id })).toEqual(success);
      expect(namesIn((await owner.streams.retrieve()).streams, "name")).not.toContain("short-lived");
    },
  },
  {
    call: "users.me.subscriptions.add",
    request: "POST /users/me/subscriptions",
    answers: "Subscribes, and creates missing channels; takes a list or its JSON",
    prove: async ({ ben, benId }) => {
      const asText = JSON.stringify([{ name: "as text" }]);
      const answer = await ben.users.me.subscriptions.add({ subscriptions: asText });
      expect(answer.subscribed).toEqual({ [benId]: ["as text"] });
      await ben.users.me.subscriptions.add({ subscriptions: [{ name: "as a list" }] });
      expect(await subscribed(ben)).toEqual(expect.arrayContaining(["as text", "as a list"]));
    },
  },
  {
    call: "users.me.subscriptions.remove",
    request: "DELETE /users/me/subscriptions",
    answers: "Unsubscribes; takes the names as JSON",
    prove: async ({ ben }) => {
      await ben.users.me.subscriptions.add({ subscriptions: [{ name: "for a while" }] });
      const subscriptions = JSON.stringify(["for a while"]);
      const answer = await ben.users.me.subscriptions.remove({ subscriptions });
      expect(answer).toMatchObject({ removed: ["for a while"], not_removed: [] });
      expect(await subscribed(ben)).not.toContain("for a while");
    },
  },
];
