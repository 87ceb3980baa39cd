import { call, percentile } from "./load";
import { bigChannel, type Person } from "./seed";

interface Registered {
  readonly queue_id: string;
  readonly last_event_id: number;
}

interface Fetched {
  readonly events: readonly { readonly id: number; readonly type: string }[];
}

const rounds = 20;

/** Milliseconds from the start of a send to its arrival at each queue: p50 and p99. */
export const deliveryTimes = async (
  url: string,
  sender: Person,
  readers: readonly Person[],
): Promise<{ p50: number; p99: number }> => {
  const queues: { person: Person; queueId: string; last: number }[] = [];
  for (const person of readers) {
    const made = await call<Registered>(`${url}/api/v1/register`, "POST", person, {
      event_types: '["message"]',
      fetch_event_types: "[]",
      apply_markdown: "true",
    });
    queues.push({ person, queueId: made.queue_id, last: made.last_event_id });
  }
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let began = 0;
    const polls = queues.map(async (queue) => {
      const { events } = await call<Fetched>(`${url}/api/v1/events`, "GET", queue.person, {
        queue_id: queue.queueId,
        last_event_id: String(queue.last),
      });
      if (!events.some(({ type }) => type === "message")) throw new Error("a poll ended without the message");
      times.push(performance.now() - began);
      queue.last = Math.max(...events.map(({ id }) => id));
    });
    // Lets every poll reach the server first.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    began = performance.now();
    await call(`${url}/api/v1/messages`, "POST", sender, {
      type: "stream",
      to: bigChannel,
      topic: "bench",
      content: "hello",
    });
    await Promise.all(polls);
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
};
