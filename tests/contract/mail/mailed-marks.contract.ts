import { createRealm } from "../../support/storage/commits";
import type { OpenPersistence } from "../../support/storage/persistence";

export const mailedMarksContract = (open: OpenPersistence): void => {
  test("remembers the last mark of each user of each realm", async () => {
    const { eventStore, mailedMarks } = open();
    const [{ id }, other] = [await createRealm(eventStore), await createRealm(eventStore)];
    const [first, second] = [
      { upTo: 7, after: 0, jobId: 1 },
      { upTo: 2 ** 40, after: 7, jobId: 2 ** 40 },
    ];
    expect(await mailedMarks.find(id, 1)).toBeUndefined();
    await mailedMarks.set(id, 1, first);
    await mailedMarks.set(id, 2, first);
    expect(await mailedMarks.find(id, 1)).toEqual(first);
    await mailedMarks.set(id, 1, second);
    expect(await mailedMarks.find(id, 1)).toEqual(second);
    expect(await mailedMarks.find(id, 2)).toEqual(first);
    expect(await mailedMarks.find(other.id, 1)).toBeUndefined();
  });
};
