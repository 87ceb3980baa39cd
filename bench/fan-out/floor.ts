import { fetchBytes } from "../load";
import type { Person } from "../seed";
import { type ServerProcess, startProcess } from "../server-process";
import type { Way } from "./clients";
import { fanOut, type Sending } from "./fan-out";
import { register } from "./registrations";
import { sendToAll } from "./send-to-all";

/** What a bare server says to those who wait. It replaces an id in both texts by each message's. */
export interface BareAnswers {
  readonly id: string;
  readonly poll: string;
  readonly event: string;
}

/** What a server says about a message to somebody who waits. */
export const answersOf = async (
  { url }: ServerProcess,
  sender: Person,
  reader: Person,
): Promise<BareAnswers> => {
  const { queue_id, last_event_id } = await register(url, reader);
  await sendToAll(url, sender);
  const answer = await fetchBytes(`${url}/api/v1/events`, "GET", reader, {
    queue_id,
    last_event_id: `${last_event_id}`,
  });
  const id = "{id}";
  const { events, ...rest } = JSON.parse(answer.toString());
  const [event] = events;
  const withId = { ...event, id, message: { ...event.message, id } };
  const text = (value: unknown): string => JSON.stringify(value).replaceAll(`"${id}"`, id);
  return {
    id,
    poll: text({ ...rest, events: [withId] }),
    event: `id: ${id}\ndata: ${text(withId)}\n\n`,
  };
};

/** The processor time, in microseconds, that a bare server takes for a message to one client. */
export const floorOf = async (
  answers: BareAnswers,
  sender: Person,
  people: readonly Person[],
  sending: Sending,
  way: Way,
): Promise<number> => {
  const bare = await startProcess("bench/fan-out/bare-server.js", { BENCH_ANSWERS: JSON.stringify(answers) });
  try {
    return (await fanOut(bare, sender, people, sending, way)).cpuPerDelivery;
  } finally {
    await bare.stop();
  }
};
