import { nodesInMemory, nodesOnPostgres } from "../../support/http/nodes";
import { everyoneSeesWhatTheyMay } from "./visibility.contract";

describe("two nodes in memory", () => everyoneSeesWhatTheyMay(() => nodesInMemory(2), 4, 40));
describe("two nodes on PostgreSQL", () => everyoneSeesWhatTheyMay(() => nodesOnPostgres(2), 1, 20));

test("a node that applies many events at once judges each message by its readers at that time", async () => {
  const nodes = await nodesInMemory(2);
  try {
    const owner = nodes.atFirst(nodes.owner);
    const { user_id: benId } = (
      await owner.post("/users", {
        email: "ben@example.com",
        full_name: "Ben",
        password: "seven blue elephants",
      })
    ).body;
    const ben = nodes.atLast({ id: benId, email: "ben@example.com" });
    const { id: channelId } = (
      await owner.post("/channels/create", { name: "plans", invite_only: true, subscribers: [1] })
    ).body;
    const { queue_id, last_event_id } = (await ben.post("/register", { event_types: ["message"] })).body;
    const change = { subscriptions: ["plans"], principals: [benId] };
    const say = (content: string) =>
      owner.post("/messages", { type: "channel", to: channelId, topic: "x", content }).expect(200);
    nodes.hearEachOther(false);
    await say("before Ben came");
    const coming = { ...change, subscriptions: [{ name: "plans" }] };
    await owner.post("/users/me/subscriptions", coming).expect(200);
    await say("while Ben is there");
    await owner.delete("/users/me/subscriptions", change).expect(200);
    await say("after Ben left");
    nodes.hearEachOther(true);
    await owner.post("/messages", { type: "direct", to: [benId], content: "the end" }).expect(200);
    const received: string[] = [];
    for (let last = last_event_id; !received.includes("the end"); ) {
      const { events } = (await ben.get("/events", { queue_id, last_event_id: last })).body;
      for (const { id, message } of events) {
        last = id;
        if (message && message.sender_id === 1) received.push(message.content);
      }
    }
    expect(received).toEqual(["while Ben is there", "the end"].map((text) => expect.stringContaining(text)));
  } finally {
    await nodes.stop();
  }
});
