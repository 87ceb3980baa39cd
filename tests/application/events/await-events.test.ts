import type { Caller } from "../../../src/application/caller";
import { awaitEvents } from "../../../src/application/events/await-events";
import { EventReads } from "../../../src/application/events/event-reads";
import { registerQueue } from "../../../src/application/events/register-queue";
import { sendMessage } from "../../../src/application/messages/send-message";
import { setTopicPolicy } from "../../../src/application/topics/set-topic-policy";
import type { EventCategory } from "../../../src/domain/events/event";
import { idOf, positionOf } from "../../../src/domain/queues/event-queue";
import { fetchEvents } from "../../support/application/fetch-events";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { messagesOnly } from "../../support/application/messages-only-queue";

let world: MemoryApplication;
let ben: Caller;

beforeEach(async () => {
  world = await memoryApplication();
  ben = await world.newMember("Ben");
});

const register = async (category: EventCategory): Promise<string> => {
  const wish = { ...messagesOnly, categories: [category] };
  return successOf(await registerQueue(world.services)(ben, wish)()).queue.id;
};
const say = async (content: string): Promise<number> => {
  const to = { kind: "channel", channel: "general", topic: "t" } as const;
  return successOf(await sendMessage(world.services)(world.owner, { to, content, readBySender: false })()).id;
};

describe("a read that fails for an event", () => {
  const outage = new Error("statement timeout");
  const failing = () => ({
    ...world.services,
    eventReads: new EventReads({
      ...world.services,
      userData: { mutedTopicsOf: () => Promise.reject(outage) },
    }),
  });
  const muteTopic = async () => {
    await say("hello");
    const { channels } = await world.services.directory.stateOf(world.realmId);
    const [channelId = 0] = channels.keys();
    successOf(await setTopicPolicy(world.services)(ben, channelId, "t", "muted")());
  };

  test("fails the poll and nothing else, whatever its receiver returns", async () => {
    const queueId = await register("muted_topics");
    await muteTopic();
    const failures: unknown[] = [];
    const request = { queueId, lastEventId: undefined, dontBlock: true };
    await new Promise<void>((resolve) => {
      awaitEvents(failing())(ben, request, async (outcome) => {
        try {
          // A rejection that nobody handles ends the process, and fails this test.
          await outcome;
        } catch (error) {
          failures.push(error);
          setImmediate(resolve);
          throw error;
        }
      });
    });
    expect(failures).toEqual([outage]);
  });
});

describe("a client that names no event", () => {
  const poll = (queueId: string, lastEventId?: number) =>
    fetchEvents(world.services)(ben, { queueId, lastEventId, dontBlock: true })();
  const heard = async (...asked: Parameters<typeof poll>) =>
    successOf(await poll(...asked)).items.flatMap((item) =>
      "event" in item && item.event.type === "message_sent" ? [item.event.message.content] : [],
    );
  /** Has the queue's client acknowledge a message. @returns the id of its event. */
  const acknowledge = async (queueId: string, content: string): Promise<number> => {
    await say(content);
    const id = successOf(await poll(queueId))
      .items.map(idOf)
      .at(-1);
    await poll(queueId, id);
    return id ?? 0;
  };

  test("continues after the last one it acknowledged", async () => {
    const queueId = await register("message");
    await acknowledge(queueId, "one");
    await say("two");
    expect(await heard(queueId)).toEqual(["two"]);
    expect(await heard(queueId)).toEqual(["two"]);
  });

  test("continues although the log before that was pruned", async () => {
    const queueId = await register("message");
    const first = await acknowledge(queueId, "one");
    const second = await acknowledge(queueId, "two");
    await world.services.liveQueues.settleQueues();
    const pruned = { realmId: world.realmId, upTo: positionOf(second) };
    await world.persistence.eventLog.prune([pruned], Number.POSITIVE_INFINITY);
    await say("three");
    expect(await heard(queueId)).toEqual(["three"]);
    expect(refusalOf(await poll(queueId, first - 1))).toContain("already been pruned");
    expect(await heard(queueId)).toEqual(["three"]);
  });
});
