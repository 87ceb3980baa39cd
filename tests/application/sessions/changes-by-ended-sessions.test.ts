import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { ApiError } from "../../../src/application/api-error";
import { endOwnApiKey } from "../../../src/application/api-keys/end-own-api-key";
import type { Caller } from "../../../src/application/caller";
import { sendMessage } from "../../../src/application/messages/send-message";
import { endOtherSessions } from "../../../src/application/sessions/end-other-sessions";
import { endSession } from "../../../src/application/sessions/end-session";
import { openSession } from "../../../src/application/sessions/open-session";
import { addAttachment } from "../../../src/application/uploads/add-attachment";
import { notLoggedIn } from "../../../src/domain/caller-refusals";
import { refusalOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { commitBeside } from "../../support/storage/commits";

/** Ann's requests by a session, which were authenticated while it lived. */
const requests = async () => {
  const founded = await memoryRealm({ people: { ann: "member", ben: "member" } });
  const { ann, ben, services, realmId } = founded;
  const open = () => openSession(services)(realmId, ann.id, { name: "Firefox", remoteAddress: "::1" })();
  await open();
  await open();
  const bySession: Caller = { ...ann, sessionId: "session 1" };
  const file = { path: `${realmId}/aa/a.txt`, name: "a.txt", size: 1, head: new Uint8Array([65]) };
  const all: Readonly<Record<string, TaskEither<ApiError, unknown>>> = {
    "a message": sendMessage(services)(bySession, {
      to: { kind: "direct", recipients: [ben.id] },
      content: "hello",
      readBySender: true,
    }),
    "a file": addAttachment(services)(bySession, file),
    "the end of the key": endOwnApiKey(services)(bySession),
    "the end of other sessions": endOtherSessions(services)(bySession, "session 1"),
  };
  return { ...founded, all, bySession };
};

type Realm = Awaited<ReturnType<typeof requests>>;

const endings: Readonly<Record<string, (realm: Realm) => Promise<unknown>>> = {
  "their user ends it": ({ ann }) => ann.does(endSession, "session 1"),
  "the password changes": ({ world, realmId, ann }) =>
    commitBeside(world.persistence.eventStore, realmId, {
      secrets: [{ kind: "password", userId: ann.id, hash: "hash of new", keptSessionId: "session 2" }],
    }),
  "their user adds a second factor": ({ append, ann }) =>
    append({ type: "user_changed", userId: ann.id, change: { secondFactors: 1 } }),
  "it expires": async ({ world }) => world.clock.advance(1000 * 24 * 3_600_000),
};

describe("a request of a session changes nothing more once", () => {
  test.each(Object.entries(endings))("%s", async (_, end) => {
    const realm = await requests();
    await end(realm);
    const events = await realm.eventsOf(async () => {
      for (const [what, request] of Object.entries(realm.all))
        expect([what, refusalOf(await request())]).toEqual([what, notLoggedIn.message]);
    });
    expect(events).toEqual([]);
    expect(await realm.world.persistence.sessions.find(realm.realmId, "session 2")).toBeDefined();
  });
});

test("a change after the end of its session in the same batch is refused, and one before it is kept", async () => {
  const { ann, bySession, services, eventsOf } = await requests();
  const change = () =>
    services.inTransaction(bySession, async (tx) => {
      tx.append({ type: "alert_words_set", userId: ann.id, words: ["lunch"] });
      return E.right("done");
    });
  const end = () =>
    services.inTransaction(ann, async (tx) => {
      tx.endSessions(ann.id, [{ id: "session 1", browser: "Firefox" }]);
      return E.right("done");
    });
  const events = await eventsOf(async () => {
    const outcomes = await Promise.all([change(), end(), change()]);
    expect(outcomes).toEqual([E.right("done"), E.right("done"), E.left(notLoggedIn)]);
  });
  expect(events).toEqual([
    { type: "alert_words_set", userId: ann.id, words: ["lunch"] },
    { type: "secrets_changed", userId: ann.id },
  ]);
});

test("a session of somebody else authenticates no change", async () => {
  const { ben, services } = await requests();
  expect(refusalOf(await endOwnApiKey(services)({ ...ben, sessionId: "session 1" })())).toBe(
    notLoggedIn.message,
  );
});

test("the sessions behind work that waits are read by one query", async () => {
  const { ann, bySession, world, services } = await requests();
  const among = jest.spyOn(world.persistence.sessions, "among");
  const callers = [bySession, bySession, { ...ann, sessionId: "session 2" }];
  await Promise.all(callers.map((caller) => endOwnApiKey(services)(caller)()));
  expect(among.mock.calls.map(([, ids]) => ids)).toEqual([["session 1", "session 2"]]);
});
