import type { Client } from "./http-application";

type Event = Readonly<Record<string, unknown>> & { readonly id: number; readonly type: string };

/** A client's new queue: each call returns the events since the last one, without their ids. */
export const listenTo = async (
  client: Client,
  eventTypes: readonly string[],
  more: object = {},
): Promise<() => Promise<readonly object[]>> => {
  const { body } = await client.post("/register", {
    event_types: eventTypes,
    fetch_event_types: [],
    ...more,
  });
  let lastId: number = body.last_event_id;
  return async () => {
    const answer = await client.get("/events", {
      queue_id: body.queue_id,
      last_event_id: lastId,
      dont_block: true,
    });
    const events: readonly Event[] = answer.body.events;
    for (const { id } of events)
      if (id <= lastId) throw new Error(`Event id ${id} after ${lastId}`);
      else lastId = id;
    return events.filter(({ type }) => type !== "heartbeat").map(({ id: _, ...event }) => event);
  };
};

/** The failure envelope. */
export const failure = (msg: string, code = "BAD_REQUEST", more: object = {}) => ({
  result: "error",
  msg,
  code,
  ...more,
});

export const success = (more: object = {}) => ({ result: "success", msg: "", ...more });
