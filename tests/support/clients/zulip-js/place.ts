import type { Answer, ZulipJs } from "./client";

/** A server with two people in #general. */
export interface Place {
  readonly url: string;
  readonly password: string;
  readonly owner: ZulipJs;
  readonly ben: ZulipJs;
  readonly benId: number;
  readonly general: number;
}

/** A call of zulip-js, its request, Parley's response, and the proof. */
export interface ClientCall {
  readonly call: string;
  readonly request: string;
  readonly answers: string;
  readonly prove: (place: Place) => Promise<void>;
}

export const success = expect.objectContaining({ result: "success", msg: "" });

export const send = async ({ owner }: Place, content: string, topic = "calls"): Promise<number> =>
  Number((await owner.messages.send({ type: "stream", to: "general", topic, content })).id);

export const messageOf = async (client: ZulipJs, id: number): Promise<Answer> =>
  (await client.messages.getById({ message_id: id, apply_markdown: false })).message as Answer;

/** The events that a user's queue gets from an action. */
export const eventsDuring = async (
  client: ZulipJs,
  eventTypes: readonly string[],
  action: () => Promise<unknown>,
): Promise<unknown> => {
  const { queue_id, last_event_id } = await client.queues.register({ event_types: eventTypes });
  await action();
  return (await client.events.retrieve({ queue_id, last_event_id, dont_block: true })).events;
};

export const namesIn = (list: unknown, name: string): unknown[] =>
  (list as readonly Answer[]).map((one) => one[name]);

export const subscribed = async (client: ZulipJs): Promise<unknown[]> =>
  namesIn((await client.streams.subscriptions.retrieve()).subscriptions, "name");
