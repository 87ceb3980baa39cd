import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Api, Person } from "./api";

/** The organization in which everything happens. */
export interface World {
  readonly realmId: number;
  readonly owner: Person;
  /** Those who listen; some of them also send. */
  readonly people: readonly Person[];
  readonly channels: readonly Channel[];
}

interface Channel {
  readonly id: number;
  readonly name: string;
}

const ownerEmail = "owner@example.com";
const mostTries = 4;
const password = "correct horse battery staple";

/** How the first node creates the organization. */
export const firstRealm: NodeJS.ProcessEnv = {
  PARLEY_REALM_NAME: "Chaos",
  PARLEY_OWNER_EMAIL: ownerEmail,
  PARLEY_OWNER_NAME: "Olive Owner",
  PARLEY_OWNER_PASSWORD: password,
};

const must = (answer: Answer): Answer["body"] => {
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Logs in. Retries a few times, because a node that doesn't know a new person yet refuses. */
const logIn = async (api: Api, email: string): Promise<Person> => {
  for (let tries = 1; ; tries += 1) {
    const answer = await api.call(undefined, {
      method: "POST",
      path: "/fetch_api_key",
      fields: { username: email, password },
    });
    if (!answer.ok && tries < mostTries) {
      await sleep(tries * 500);
      continue;
    }
    const { api_key, user_id } = must(answer);
    return { id: user_id, email, apiKey: api_key };
  }
};

/** Creates people and channels: two public ones, a private one, and one that keeps changing. */
export const makeWorld = async (api: Api, realmId: number, size: number): Promise<World> => {
  const owner = await logIn(api, ownerEmail);
  must(
    await api.call(owner, {
      method: "PATCH",
      path: "/realm",
      fields: { send_channel_events_messages: false },
    }),
  );
  const people: Person[] = [];
  for (let number = 1; number <= size; number += 1) {
    const email = `person${number}@example.com`;
    must(
      await api.call(owner, {
        method: "POST",
        path: "/users",
        fields: { email, full_name: `Person ${number}`, password },
      }),
    );
    people.push(await logIn(api, email));
  }
  const subscribers = [owner, ...people].map(({ id }) => id);
  const make = async (name: string, isPrivate: boolean, members: readonly number[]): Promise<Channel> => {
    const { id } = must(
      await api.call(owner, {
        method: "POST",
        path: "/channels/create",
        fields: {
          name,
          subscribers: members,
          invite_only: isPrivate,
          history_public_to_subscribers: !isPrivate,
        },
      }),
    );
    return { id, name };
  };
  return {
    realmId,
    owner,
    people,
    channels: [
      await make("open", false, subscribers),
      await make("half", false, subscribers.slice(0, subscribers.length / 2)),
      await make("closed", true, subscribers.slice(0, subscribers.length / 2)),
      await make("turning", true, subscribers.slice(0, subscribers.length / 2)),
    ],
  };
};
