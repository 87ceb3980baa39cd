import { asEach, call, formHeader, throughput } from "../load";
import type { Person } from "../seed";

interface Registered {
  readonly queue_id: string;
  readonly last_event_id: number;
}

/** The parameters of a queue that gets messages only. */
const messagesOnly = (isRendered: boolean) => ({
  event_types: '["message"]',
  fetch_event_types: "[]",
  apply_markdown: `${isRendered}`,
});

/** Opens a queue that gets messages only, by default rendered. */
export const register = (url: string, person: Person, isRendered = true): Promise<Registered> =>
  call<Registered>(`${url}/api/v1/register`, "POST", person, messagesOnly(isRendered));

const registeredAtOnce = 10;

/** Opens a queue for each person. */
export const registerAll = async (url: string, people: readonly Person[]): Promise<readonly Registered[]> => {
  const registered: Registered[] = [];
  for (let first = 0; first < people.length; first += registeredAtOnce)
    registered.push(
      ...(await Promise.all(
        people.slice(first, first + registeredAtOnce).map((person) => register(url, person)),
      )),
    );
  return registered;
};

/** How many queues are opened per second when each person opens one, all at once, on a connection of their own. */
export const joiningPerSecond = (url: string, people: readonly Person[]): Promise<number> =>
  throughput({
    url: `${url}/api/v1/register`,
    method: "POST",
    connections: people.length,
    amount: people.length,
    body: new URLSearchParams(messagesOnly(true)).toString(),
    setupClient: asEach(people, formHeader),
  });
