import { requestPasswordReset } from "../../../src/application/passwords/request-password-reset";
import type { Commit } from "../../../src/application/ports/events/event-store";
import { memoryApplication, successOf } from "../../support/memory-application";
import { memoryPersistence } from "../../support/persistence";

/** A world that records the reads and writes of storage. */
const aWatchedWorld = async () => {
  const persistence = memoryPersistence();
  const noted: unknown[] = [];
  const { credentials, eventStore } = persistence;
  const watched = {
    ...persistence,
    credentials: {
      ...credentials,
      passwordHash: (realmId: number, userId: number) => {
        noted.push("password hash");
        return credentials.passwordHash(realmId, userId);
      },
    },
    eventStore: {
      ...eventStore,
      begin: async (realmId: number, seen: number) => {
        const turn = await eventStore.begin(realmId, seen);
        const append = (commit: Commit) => {
          noted.push([commit.events.length, commit.secrets.length, commit.jobs.map((job) => job.kind)]);
          return turn.append(commit);
        };
        return { ...turn, append };
      },
    },
  };
  const world = await memoryApplication({}, watched);
  return { ...world, noted };
};

test("a reset request does the same work whether or not the address is known", async () => {
  const { services, realmId, noted, newMember } = await aWatchedWorld();
  await newMember("Ann");
  const workFor = async (email: string): Promise<readonly unknown[]> => {
    noted.length = 0;
    successOf(await requestPasswordReset(services)(realmId, email, "203.0.113.8")());
    return [...noted];
  };
  const known = await workFor("ann@example.com");
  expect(known).toHaveLength(1);
  expect(await workFor("nobody@example.com")).toEqual(known);
});

test("only a known address gets mail", async () => {
  const { services, realmId, newMember, mails } = await aWatchedWorld();
  await newMember("Ann");
  const asked = [" ANN@example.com", "nobody@example.com", "no address", `${"x".repeat(300)}@example.com`];
  for (const [index, email] of asked.entries())
    successOf(await requestPasswordReset(services)(realmId, email, `203.0.113.${index}`)());
  expect((await mails()).map(({ to, letter }) => [to, letter.kind])).toEqual([
    ["ann@example.com", "reset_password"],
  ]);
});
