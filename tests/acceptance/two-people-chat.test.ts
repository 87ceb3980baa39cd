import { randomBytes } from "node:crypto";
import { Client as PostgresClient } from "pg";
import { listen, onServer, type ZulipClient } from "../support/clients/zulip-client";
import { firstRealm, ownerPassword } from "../support/program/child-server";
import { installation } from "../support/program/installation";

interface Place {
  readonly settings: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

const embedded = async (): Promise<Place> => ({ settings: {}, remove: async () => {} });

const testServer = process.env.PARLEY_TEST_DATABASE_URL;

/** A fresh database on the server that the tests are given. */
const onPostgresServer = async (): Promise<Place> => {
  const name = `parley_acceptance_${randomBytes(4).toString("hex")}`;
  const run = async (statement: string) => {
    const client = new PostgresClient({ connectionString: testServer });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(testServer ?? "");
  url.pathname = `/${name}`;
  return {
    settings: { DATABASE_URL: url.toString() },
    remove: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
  };
};

const places: [string, () => Promise<Place>][] = [["its own PostgreSQL", embedded]];
if (testServer) places.push(["a PostgreSQL server", onPostgresServer]);

describe.each(places)("two people chat through zulip-js, on %s", (_name, open) => {
  const parley = installation();
  let place: Place;
  let url: string;
  let owner: ZulipClient;
  let ben: ZulipClient;
  let queue: { queue_id: string; last_event_id: number };

  const start = async (): Promise<void> => {
    url = await parley.run("main", { ...firstRealm, ...place.settings }).url();
    owner = await onServer(url, "owner@example.com", ownerPassword);
  };

  beforeAll(async () => {
    place = await open();
    await start();
    const made = await owner.callEndpoint("/users", "POST", {
      email: "ben@example.com",
      full_name: "Ben",
      password: ownerPassword,
    });
    expect(made).toMatchObject({ result: "success" });
    ben = await onServer(url, "ben@example.com", ownerPassword);
  });
  afterAll(() => place.remove());

  const received = async (): Promise<string[]> => {
    const { events } = await ben.events.retrieve({ ...queue, dont_block: true });
    queue.last_event_id = events.at(-1)?.id ?? queue.last_event_id;
    return events.map(({ message }) => message?.content ?? "");
  };

  test("one sends to a channel and then directly, and the other gets both from the event queue", async () => {
    queue = await ben.queues.register({ event_types: ["message"] });
    await owner.messages.send({ type: "stream", to: "general", topic: "hello", content: "to everyone" });
    await owner.messages.send({ type: "private", to: ["ben@example.com"], content: "to Ben" });
    expect(await received()).toEqual(["to everyone", "to Ben"]);
  });

  test("finds both among the messages", async () => {
    const { messages } = await ben.messages.retrieve({ anchor: "newest", num_before: 10, num_after: 0 });
    const contents = messages.map(({ content }) => content);
    expect(contents).toEqual([expect.stringContaining("Welcome"), "<p>to everyone</p>", "<p>to Ben</p>"]);
  });

  test("a waiting client is called for each event", async () => {
    const listener = listen(url, "ben@example.com", ownerPassword);
    // zulip-js doesn't report when its queue exists, so the send is repeated until it arrives.
    let isHeard = false;
    void listener.heard.finally(() => {
      isHeard = true;
    });
    while (!isHeard) {
      await owner.messages.send({ type: "stream", to: "general", topic: "hello", content: "are you there?" });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(await listener.heard).toBe("are you there?");
    expect(await received()).toContain("are you there?");
  });

  test("after kill -9 and a restart, the messages, the queue and its undelivered events are still there", async () => {
    await owner.messages.send({ type: "stream", to: "general", topic: "hello", content: "before the fall" });
    await owner.messages.send({ type: "private", to: ["ben@example.com"], content: "and this" });
    await parley.kill("SIGKILL");

    await start();
    ben = await onServer(url, "ben@example.com", ownerPassword);
    expect(await received()).toEqual(["before the fall", "and this"]);
    const { messages } = await ben.messages.retrieve({ anchor: "oldest", num_before: 0, num_after: 100 });
    const contents = messages.map(({ content }) => content);
    expect(contents.slice(1, 3)).toEqual(["<p>to everyone</p>", "<p>to Ben</p>"]);
    expect(contents.slice(-2)).toEqual(["<p>before the fall</p>", "<p>and this</p>"]);
    await owner.messages.send({ type: "stream", to: "general", topic: "hello", content: "on we go" });
    expect(await received()).toEqual(["on we go"]);
  });
});
