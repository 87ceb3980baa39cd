import { call } from "../load";
import type { Person } from "../seed";

export interface Registered {
  readonly queue_id: string;
  readonly last_event_id: number;
}

/** The parameters of a queue that gets messages only, by default rendered. */
export const messagesOnly = (isRendered = true) => ({
  event_types: '["message"]',
  fetch_event_types: "[]",
  apply_markdown: `${isRendered}`,
});

/** Opens a queue for events of one type. */
export const register = (url: string, person: Person, eventType = "message"): Promise<Registered> =>
  call<Registered>(`${url}/api/v1/register`, "POST", person, {
    ...messagesOnly(),
    event_types: JSON.stringify([eventType]),
  });

const registeredAtOnce = 10;

/** Opens a queue for each person. */
export const registerAll = async (
  url: string,
  people: readonly Person[],
  eventType: string,
): Promise<readonly Registered[]> => {
  const registered: Registered[] = [];
  for (let first = 0; first < people.length; first += registeredAtOnce)
    registered.push(
      ...(await Promise.all(
        people.slice(first, first + registeredAtOnce).map((person) => register(url, person, eventType)),
      )),
    );
  return registered;
};
