import { deleteMessage } from "../../../src/application/messages/delete-message";
import type { ClaimedJob } from "../../../src/application/ports/jobs/job-queue";
import type { RealmEvent } from "../../../src/domain/events/event";
import {
  type MemoryApplication,
  memoryApplication,
  successOf,
} from "../../support/application/memory-application";
import { aMessageSent, aUser, channelConversation, memberEvents } from "../../support/builders/entities";
import { commitWithJobs } from "../../support/storage/commits";

const size = 600;
const sliceSize = 250;
const ids = Array.from({ length: size }, (_, index) => 1000 + index);

let world: MemoryApplication;
/** The jobs that each run of the job enqueued. */
let enqueued: number[];

beforeEach(async () => {
  world = await memoryApplication();
  enqueued = [];
  const { jobQueue } = world.persistence;
  const complete = jobQueue.complete.bind(jobQueue);
  jest.spyOn(jobQueue, "complete").mockImplementation(async (job, next) => {
    if ((job as ClaimedJob).kind === "find_missed_messages") enqueued.push(next.length);
    await complete(job, next);
  });
  const state = await world.services.directory.newest(world.realmId);
  const people = ids.map((id) => aUser({ id, email: `person${id}@example.com`, fullName: `Person ${id}` }));
  await happens(...people.flatMap((user) => memberEvents(user, state, 10)));
});

const happens = async (...events: RealmEvent[]) => {
  const { directory } = world.services;
  const state = await directory.newest(world.realmId);
  const { eventStore, clock } = world.persistence;
  const position = await commitWithJobs(eventStore, world.realmId, events, state, clock.now());
  await directory.catchUp(world.realmId, position);
};
const conversation = channelConversation(1);
const mention = (id: number): RealmEvent =>
  aMessageSent(
    { id, senderId: 1, conversation: { ...conversation, id: 1 }, sentAt: world.clock.now() / 1000 },
    { flagsByUser: Object.fromEntries(ids.map((userId) => [userId, ["mentioned"] as const])) },
  );
const waiting = async () => {
  const rows = await world.persistence.jobQueue.claim(
    [{ kind: "mail_missed_messages", limit: 9999 }],
    world.clock.now() + 10 ** 9,
    world.clock.now() + 10 ** 9,
  );
  await world.persistence.jobQueue.release(rows);
  return rows;
};

test("a message that mentions many people enqueues one job, which gives each their own, in slices", async () => {
  await happens(mention(50));
  expect(await waiting()).toEqual([]);
  await world.services.jobRunner.runDue();
  expect(enqueued).toEqual([sliceSize + 1, sliceSize + 1, size - 2 * sliceSize]);
  expect((await waiting()).map(({ payload }) => payload)).toEqual(
    ids.map((userId) => ({ userId, messageId: 50 })),
  );
  world.clock.advance(120_000);
  await world.services.jobRunner.runDue(["mail_missed_messages"]);
  expect((await world.mails()).map(({ to }) => to).sort()).toEqual(
    ids.map((id) => `person${id}@example.com`).sort(),
  );
});

test("people with a waiting job keep it, and running the job twice changes nothing", async () => {
  await happens(mention(50));
  await world.services.jobRunner.runDue();
  world.clock.advance(1000);
  await happens(mention(51));
  await world.services.jobRunner.runDue();
  const jobs = await waiting();
  expect(jobs).toHaveLength(size);
  expect(new Set(jobs.map(({ payload }) => (payload as { messageId: number }).messageId))).toEqual(
    new Set([50]),
  );
});

test("a deleted message enqueues nothing", async () => {
  await happens(mention(50));
  successOf(await deleteMessage(world.services)(world.owner, 50)());
  await world.services.jobRunner.runDue();
  expect(enqueued).toEqual([0]);
  expect(await waiting()).toEqual([]);
});
