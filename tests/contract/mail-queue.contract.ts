import type { Mail } from "../../src/domain/letter";
import { aUser } from "../support/builders";
import { commitAll, commitBeside, foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

const mail = (to: string): Mail => ({
  to,
  letter: { kind: "reset_password", realmName: "Example", link: "?" },
});

export const mailQueueContract = (open: OpenPersistence): void => {
  test("mail is due at its time, the oldest first, in its own realm only", async () => {
    const { eventStore, mailQueue } = open();
    const [one, other] = [await foundRealm(eventStore), await foundRealm(eventStore)];
    await mailQueue.put(one.id, [mail("late@example.com")], 300);
    await mailQueue.put(one.id, [mail("first@example.com")], 100);
    await mailQueue.put(one.id, [{ ...mail("second@example.com"), replyTo: "a@example.com" }], 200);
    await mailQueue.put(other.id, [mail("elsewhere@example.com")], 100);
    const due = await mailQueue.due(one.id, 200, 9);
    expect(due.map((queued) => queued.mail)).toEqual([
      mail("first@example.com"),
      { ...mail("second@example.com"), replyTo: "a@example.com" },
    ]);
    expect(due.map(({ failures }) => failures)).toEqual([0, 0]);
    expect(await mailQueue.due(one.id, 200, 1)).toEqual(due.slice(0, 1));
    expect(await mailQueue.due(one.id, 99, 9)).toEqual([]);
  });

  test("what is removed is gone; what failed comes back later, with its failures", async () => {
    const { eventStore, mailQueue } = open();
    const { id } = await foundRealm(eventStore);
    await mailQueue.put(id, [mail("a@example.com")], 1);
    await mailQueue.put(id, [mail("b@example.com")], 2);
    const [first, second] = await mailQueue.due(id, 9, 9);
    await mailQueue.remove(id, first?.id ?? "");
    await mailQueue.postpone(id, second?.id ?? "", 50);
    expect(await mailQueue.due(id, 49, 9)).toEqual([]);
    expect(await mailQueue.due(id, 50, 9)).toEqual([{ ...second, failures: 1 }]);
  });

  test("mail of a transaction is there when it commits, and never when it doesn't", async () => {
    const { eventStore, mailQueue } = open();
    const { id } = await foundRealm(eventStore);
    await commitBeside(eventStore, id, { mails: [mail("sent@example.com")] });
    const late = await eventStore.begin(id, 0);
    await commitAll(eventStore, id, [{ type: "user_created", user: aUser() }]);
    const commit = { events: [], head: late.head, secrets: [], mails: [mail("never@example.com")] };
    expect(await late.append(commit)).toMatchObject({ left: { _tag: "Moved" } });
    const sent = await mailQueue.due(id, Number.MAX_SAFE_INTEGER, 9);
    expect(sent.map((queued) => queued.mail.to)).toEqual(["sent@example.com"]);
  });
};
