import { listen } from "../zulip-client";
import { type ClientCall, namesIn, send, success } from "./place";

export const queues: readonly ClientCall[] = [
  {
    call: "queues.register",
    request: "POST /register",
    answers: "A queue, and the state that its events continue from",
    prove: async ({ ben, benId }) => {
      const answer = await ben.queues.register({ event_types: ["realm_user", "message"] });
      expect(answer).toMatchObject({ queue_id: expect.any(String), last_event_id: expect.any(Number) });
      expect(namesIn(answer.realm_users, "user_id")).toContain(benId);
      expect(answer).not.toHaveProperty("subscriptions");
      expect(await ben.queues.register()).toHaveProperty("subscriptions");
    },
  },
  {
    call: "queues.deregister",
    request: "DELETE /events",
    answers: "Ends a queue",
    prove: async ({ ben }) => {
      const { queue_id } = await ben.queues.register({ event_types: ["message"] });
      expect(await ben.queues.deregister({ queue_id })).toEqual(success);
      const answer = await ben.events.retrieve({ queue_id, last_event_id: -1, dont_block: true });
      expect(answer).toMatchObject({ result: "error", code: "BAD_EVENT_QUEUE_ID", queue_id });
    },
  },
  {
    call: "events.retrieve",
    request: "GET /events",
    answers: "The events of a queue, as soon as there are any",
    prove: async (place) => {
      const { queue_id, last_event_id } = await place.ben.queues.register({ event_types: ["message"] });
      const waiting = place.ben.events.retrieve({ queue_id, last_event_id });
      await send(place, "while one waits");
      expect(await waiting).toMatchObject({
        queue_id,
        events: [{ type: "message", message: { content: "while one waits" } }],
      });
    },
  },
  {
    call: "callOnEachEvent",
    request: "POST /register, GET /events",
    answers: "Calls back for each event, until the process ends",
    prove: async (place) => {
      const listener = listen(place.url, place.ben.config.username, place.password);
      let isHeard = false;
      void listener.heard.finally(() => {
        isHeard = true;
      });
      // zulip-js doesn't report when its queue exists.
      while (!isHeard) {
        await send(place, "are you there?");
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      expect(await listener.heard).toBe("are you there?");
    },
  },
];
