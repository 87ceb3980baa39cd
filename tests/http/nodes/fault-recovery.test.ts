import { setTimeout as sleep } from "node:timers/promises";
import { aMessageSent, channelConversation } from "../../support/builders/entities";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { type DatabaseProxy, proxyTo } from "../../support/storage/database-proxy";

/** Faults of a node's connection to the database. Each returns what heals it. */
const faults: Readonly<Record<string, (door: DatabaseProxy) => () => void>> = {
  "its listening connection is cut": (door) => {
    door.cut("listening");
    return () => {};
  },
  "its listening connection falls silent": (door) => {
    door.hush("listening");
    return () => {};
  },
  "hints are lost on the way to it": (door) => {
    door.mute(true);
    return () => door.mute(false);
  },
  "the database is away for it": (door) => {
    door.shut();
    return () => door.open();
  },
  "its queries get no answers": (door) => door.silence(),
};

const healingMilliseconds = 1500;
/** Ten times what is promised: what recovery forgets never comes. */
const longestMilliseconds = 100_000;

/** A node that reaches the database through its own door, and a client that polls there. */
interface Place {
  readonly name: string;
  readonly door: DatabaseProxy;
  readonly node: TestServer;
  /** Resolves with the messages once this many have arrived. */
  hearing(count: number): Promise<readonly string[]>;
}

let sender: TestServer;
let places: readonly Place[];

/** Polls for messages like a client: again and again, whatever happens. */
const listener = async (client: Client): Promise<Place["hearing"]> => {
  const { body } = await client.post("/register", { event_types: ["message"] });
  let last: number = body.last_event_id;
  const received: string[] = [];
  return async (count) => {
    while (received.length < count) {
      const answer = await client.get("/events", { queue_id: body.queue_id, last_event_id: last });
      if (answer.status >= 500) await sleep(100);
      else expect(answer.body.result).toBe("success");
      for (const { id, type, message } of answer.body.events ?? []) {
        expect(id).toBeGreaterThan(last);
        last = id;
        if (type === "message") received.push(message.content);
      }
    }
    return received.splice(0);
  };
};

const say = (content: string) =>
  sender.owner.post("/messages", { type: "channel", to: "general", topic: "t", content });

/** Waits until every place has the messages, at most for the promised time. */
const allHear = async (arrivals: readonly Promise<readonly string[]>[], contents: readonly string[]) => {
  const late = new AbortController();
  const over = sleep(longestMilliseconds, "too late", { signal: late.signal });
  const received = await Promise.all(
    arrivals.map(async (one, index) => [places[index]?.name, await Promise.race([one, over])]),
  );
  late.abort();
  await over.catch(() => undefined);
  expect(received).toEqual(places.map(({ name }) => [name, contents]));
};

beforeAll(async () => {
  const quiet = { onError: () => {}, logged: () => {} };
  sender = await startServer(quiet);
  places = await Promise.all(
    Object.keys(faults).map(async (name) => {
      const door = await proxyTo(sender.database.connection);
      const node = await sender.restarted(door.connection);
      await new Promise<void>((resolve) => node.http.listen(0, "127.0.0.1", resolve));
      return { name, door, node, hearing: await listener(node.clientOf(sender.owner)) };
    }),
  );
});
afterAll(async () => {
  for (const { door, node } of places) {
    node.http.close();
    node.http.closeAllConnections();
    await node.close();
    await door.close();
  }
  await sender.stop();
});

test("delivers what was sent during a fault soon after it heals, without another send", async () => {
  const arrivals = places.map((place) => place.hearing(2));
  await sleep(100);
  const heals = places.map(({ name, door }) => faults[name]?.(door));
  await say("during");
  await sleep(healingMilliseconds);
  await say("still");
  for (const heal of heals) heal?.();
  await allHear(arrivals, ["during", "still"]);
});

test("delivers what a node committed just before it died", async () => {
  const arrivals = places.map((place) => place.hearing(1));
  const conversation = { ...channelConversation(1), id: 1 };
  const ids = await sender.database.db.raw("SELECT message_id FROM realm_heads WHERE realm_id = ?", [
    sender.realmId,
  ]);
  const id = ids.rows[0].message_id + 1;
  await sender.append(aMessageSent({ id, conversation, senderId: sender.owner.id, content: "last words" }));
  await allHear(arrivals, ["last words"]);
});
