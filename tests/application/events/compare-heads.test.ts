import { compareHeads } from "../../../src/application/events/compare-heads";
import { RealmDirectory } from "../../../src/application/held-realms/realm-directory";
import { aMessageSent } from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

const rethrow = (error: unknown) => {
  throw error;
};

const begun = async () => {
  const persistence = memoryPersistence();
  const directory = new RealmDirectory(persistence);
  const questions: (readonly number[])[] = [];
  const eventLog = {
    heads: (realmIds: readonly number[]) => {
      questions.push(realmIds);
      return persistence.eventLog.heads(realmIds);
    },
  };
  const aRealm = async () => (await createRealm(persistence.eventStore)).id;
  const grow = (realmId: number, messageId: number) =>
    commitAll(persistence.eventStore, realmId, [aMessageSent({ id: messageId })]);
  return { ...persistence, directory, eventLog, questions, aRealm, grow };
};

test("one query catches up all loaded realms that are behind their logs", async () => {
  const { directory, eventLog, questions, aRealm, grow } = await begun();
  const [behind, further, level] = [await aRealm(), await aRealm(), await aRealm()];
  for (const id of [behind, further, level]) await directory.stateOf(id);
  await grow(behind, 1);
  await grow(further, 1);
  await grow(further, 2);
  expect(await compareHeads({ eventLog, directory, onError: rethrow })()).toBe(3);
  expect(directory.loadedPositions()).toEqual(
    new Map([
      [behind, 2],
      [further, 3],
      [level, 1],
    ]),
  );
  expect(questions).toEqual([[behind, further, level]]);
});

test("a realm that isn't loaded is neither queried nor loaded", async () => {
  const { directory, eventLog, questions, aRealm, grow } = await begun();
  const [held, other] = [await aRealm(), await aRealm()];
  await directory.stateOf(held);
  await grow(other, 1);
  await compareHeads({ eventLog, directory, onError: rethrow })();
  expect(questions).toEqual([[held]]);
  expect(directory.peek(other)).toBeUndefined();
});

test("without loaded realms there is no query", async () => {
  const { directory, eventLog, questions, aRealm } = await begun();
  await aRealm();
  await compareHeads({ eventLog, directory, onError: rethrow })();
  expect(questions).toEqual([]);
});

test("a realm that fails to catch up is reported and doesn't delay the others", async () => {
  const ids = [1, 2, 3, 4, 5];
  const caughtUp: number[] = [];
  const errors: unknown[] = [];
  const directory = {
    loadedPositions: () => new Map(ids.map((id) => [id, 1])),
    catchUp: async (realmId: number) => {
      if (realmId === 2) throw new Error("realm 2 is broken");
      caughtUp.push(realmId);
    },
    discard: () => {
      throw new Error("Nothing is lost");
    },
  };
  const eventLog = { heads: async () => new Map(ids.map((id) => [id, 7])) };
  await compareHeads({ eventLog, directory, onError: (error) => errors.push(error) })();
  expect(caughtUp.toSorted()).toEqual([1, 3, 4, 5]);
  expect(errors).toEqual([new Error("realm 2 is broken")]);
});

test("a realm whose log lost events that this node knows is released", async () => {
  const { directory, eventLog, aRealm, grow, loseAfter } = await begun();
  const [lost, level] = [await aRealm(), await aRealm()];
  for (const id of [lost, level]) {
    await directory.stateOf(id);
    await directory.catchUp(id, await grow(id, 1));
  }
  await loseAfter(lost, 1);
  await compareHeads({ eventLog, directory, onError: rethrow })();
  expect(directory.loadedPositions()).toEqual(new Map([[level, 2]]));
});
