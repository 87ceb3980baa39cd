import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import type { ApiError } from "../../../src/application/api-error";
import type { Caller } from "../../../src/application/caller";
import { sendMessage } from "../../../src/application/messages/send-message";
import { openSession } from "../../../src/application/sessions/open-session";
import type { InTransaction, Transaction } from "../../../src/application/transaction";
import { bySession, loggedIn } from "../../support/http/forms";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";

/** Two processes on one PostgreSQL, each with its own states, lanes and queues. */
let one: TestServer;
let two: TestServer;
let ann: Client;
let ben: Client;
let session: Awaited<ReturnType<typeof bySession>>;
let bySessionOfAnn: Caller;
let byKeyOfAnn: Caller;

beforeEach(async () => {
  one = await startServer();
  [ann, ben] = [await one.newMember("Ann"), await one.newMember("Ben")];
  await one.owner.patch(`/users/${ann.id}`, { role: 200 }).expect(200);
  session = await bySession(await loggedIn(one, ann.email));
  two = await one.restarted();
  const { realmId } = one;
  const [stored] = await two.services.sessions.list(realmId, ann.id);
  const caller = { realmId, userId: ann.id, client: "test", remoteAddress: "::1" };
  bySessionOfAnn = { ...caller, sessionId: stored?.id ?? "" };
  byKeyOfAnn = { ...caller, apiKeyVersion: 1 };
});
afterEach(async () => {
  two.http.close();
  await two.close();
  await one.stop();
});

/** The second node's services, with another act between the first decision and its commit. */
const interruptedBy = (act: () => PromiseLike<unknown>) => {
  const { inTransaction } = two.services;
  let isOver = false;
  const interrupted = (by: Caller, work: (tx: Transaction) => Promise<E.Either<unknown, unknown>>) =>
    inTransaction(by, async (tx) => {
      const outcome = await work(tx);
      if (!isOver) {
        isOver = true;
        await act();
      }
      return outcome;
    });
  return { ...two.services, inTransaction: interrupted as InTransaction };
};

type Services = ReturnType<typeof interruptedBy>;

const message = (caller: Caller) => (services: Services) =>
  sendMessage(services)(caller, {
    to: { kind: "direct", recipients: [ann.id] },
    content: "too late",
    readBySender: true,
  });

const newPassword = { old_password: ownerPassword, new_password: "a wholly new password 7" };
const cases: Readonly<
  Record<string, readonly [() => PromiseLike<unknown>, (services: Services) => TaskEither<ApiError, unknown>]>
> = {
  "whose session is ended": [
    () => ann.delete("/users/me/sessions").expect(200),
    (services) => message(bySessionOfAnn)(services),
  ],
  "whose session logs out": [
    () => session.delete(`/users/me/sessions/${bySessionOfAnn.sessionId}`).expect(200),
    (services) => message(bySessionOfAnn)(services),
  ],
  "whose session makes room for a hundred newer ones": [
    async () => {
      const browser = { name: "another", remoteAddress: "::1", isByLink: true } as const;
      for (let opened = 0; opened < 100; opened += 1)
        await openSession(one.services)(one.realmId, ann.id, browser)();
    },
    (services) => message(bySessionOfAnn)(services),
  ],
  "whose password is changed elsewhere": [
    () => ann.patch("/settings", newPassword).expect(200),
    (services) => message(bySessionOfAnn)(services),
  ],
  "whose key is renewed": [
    () => ann.post("/users/me/api_key/regenerate").expect(200),
    (services) => message(byKeyOfAnn)(services),
  ],
  "whose account is deactivated": [
    () => one.owner.delete(`/users/${ann.id}`).expect(200),
    (services) => message(byKeyOfAnn)(services),
  ],
  "whose role is lowered": [
    () => one.owner.patch(`/users/${ann.id}`, { role: 400 }).expect(200),
    (services) =>
      deactivateUser(services)(byKeyOfAnn, {
        userId: ben.id,
        actions: noDeactivationActions,
        comment: undefined,
      }),
  ],
};

test.each(Object.entries(cases))(
  "a change that a node has decided doesn't commit for somebody %s on another node meanwhile",
  async (_, [act, change]) => {
    const outcome = await change(interruptedBy(act))();
    expect(E.isLeft(outcome)).toBe(true);
    const { body } = await one.owner.get("/users");
    expect(body.members.find(({ user_id }: { user_id: number }) => user_id === ben.id).is_active).toBe(true);
    const { rows } = await one.database.db.raw("SELECT FROM messages WHERE content = 'too late'");
    expect(rows).toEqual([]);
  },
);
