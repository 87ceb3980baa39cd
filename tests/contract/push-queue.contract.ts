import type { PlannedPush, PushJob } from "../../src/domain/push-job";
import { aClientDevice, aPushToken } from "../support/builders";
import { commitAll, foundRealm } from "../support/foundations";
import type { OpenPersistence } from "../support/persistence";

const removal = (userId: number, ...messageIds: number[]): PushJob => ({
  ...{ kind: "removal", userId, messageIds },
});
const planned = (job: PushJob, dueAt: number): PlannedPush => ({ job, dueAt });

export const pushQueueContract = (open: OpenPersistence): void => {
  test("what follows from events is due at its time, the oldest first, in its own realm only", async () => {
    const { eventStore, pushQueue } = open();
    const [one, other] = [await foundRealm(eventStore), await foundRealm(eventStore)];
    const first: PushJob = {
      ...{ kind: "message", userId: 1, messageId: 5, trigger: "mentioned", onlyIfAway: true },
      waiting: ["fcm a ? 'b' :c"],
    };
    await pushQueue.advance(one.id, undefined, 4, [planned(removal(1, 9), 300), planned(first, 100)]);
    await pushQueue.advance(one.id, 4, 5, [planned(removal(2), 200)]);
    await pushQueue.advance(other.id, undefined, 1, [planned(removal(3), 100)]);
    const due = await pushQueue.due(one.id, 200, 9);
    expect(due.map(({ job }) => job)).toEqual([first, removal(2)]);
    expect(due.map(({ failures }) => failures)).toEqual([0, 0]);
    expect(await pushQueue.due(one.id, 200, 1)).toEqual(due.slice(0, 1));
    expect(await pushQueue.due(one.id, 99, 9)).toEqual([]);
    expect(await pushQueue.position(one.id)).toBe(5);
    expect(await pushQueue.position(other.id)).toBe(1);
  });

  test("of two that look through the same events, only the first plans anything", async () => {
    const { eventStore, pushQueue } = open();
    const { id } = await foundRealm(eventStore);
    expect(await pushQueue.position(id)).toBeUndefined();
    const both = [1, 2].map((userId) => pushQueue.advance(id, undefined, 3, [planned(removal(userId), 1)]));
    expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
    expect(await pushQueue.advance(id, 2, 4, [planned(removal(3), 1)])).toBe(false);
    const again = [4, 5].map((userId) => pushQueue.advance(id, 3, 4, [planned(removal(userId), 1)]));
    expect((await Promise.all(again)).toSorted()).toEqual([false, true]);
    expect(await pushQueue.due(id, 9, 9)).toHaveLength(2);
    expect(await pushQueue.position(id)).toBe(4);
  });

  test("what is removed is gone; what failed comes back later, with its failures and what is left of it", async () => {
    const { eventStore, pushQueue } = open();
    const { id } = await foundRealm(eventStore);
    await pushQueue.advance(id, undefined, 1, [planned(removal(1), 1), planned(removal(2), 2)]);
    const [first, second] = await pushQueue.due(id, 9, 9);
    await pushQueue.remove(id, first?.id ?? "");
    const left = { ...removal(2), waiting: ["device 3"] };
    await pushQueue.postpone(id, second?.id ?? "", 50, left);
    expect(await pushQueue.due(id, 49, 9)).toEqual([]);
    expect(await pushQueue.due(id, 50, 9)).toEqual([{ id: second?.id, job: left, failures: 1 }]);
  });

  test("a realm concerns it that has devices, something in the queue, or events since it had", async () => {
    const { eventStore, pushQueue, eventLog } = open();
    const { id } = await foundRealm(eventStore);
    const concerned: boolean[] = [];
    const look = async () => concerned.push(await pushQueue.concerns(id));
    await look();
    const token = aPushToken();
    await commitAll(eventStore, id, [{ type: "push_token_added", userId: 1, token }]);
    await look();
    await commitAll(eventStore, id, [{ type: "push_token_removed", userId: 1, token }]);
    await look();
    await commitAll(eventStore, id, [{ type: "client_device_added", userId: 1, device: aClientDevice() }]);
    await look();
    await commitAll(eventStore, id, [{ type: "client_device_removed", userId: 1, deviceId: 1 }]);
    const head = await eventLog.head(id);
    await pushQueue.advance(id, undefined, head, [planned(removal(1), 1)]);
    await look();
    const [queued] = await pushQueue.due(id, 9, 9);
    await pushQueue.remove(id, queued?.id ?? "");
    await look();
    await commitAll(eventStore, id, [{ type: "push_token_removed", userId: 1, token }]);
    await look();
    expect(concerned).toEqual([false, true, false, true, true, false, true]);
  });
};
