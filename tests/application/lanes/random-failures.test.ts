import * as E from "fp-ts/Either";
import { seeded } from "../../../bench/chaos/random";
import type { Moved } from "../../../src/application/ports/events/event-store";
import type { Transaction } from "../../../src/application/transaction";
import { aProcess, send } from "../../support/application/lanes";
import { createRealm, eventsAfter } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

const moved: E.Either<Moved, void> = E.left({ kind: "moved" });

test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  "whatever fails, answers are true and the log has no gap (seed %i)",
  async (seed) => {
    const { between } = seeded(seed);
    const persistence = memoryPersistence();
    const { id: realmId } = await createRealm(persistence.eventStore);
    const pause = async () => {
      for (let turn = between(0, 3); turn > 0; turn -= 1)
        await new Promise((resolve) => setImmediate(resolve));
    };
    const processOf = () =>
      aProcess(persistence, (slot) => ({
        append: async (commit) => {
          await pause();
          const chance = between(0, 9);
          if (chance === 0) return moved;
          if (chance === 1) throw new Error("lost before");
          const appended = await slot.append(commit);
          await pause();
          if (chance === 2) throw new Error("lost after");
          return appended;
        },
      }));
    const [one, other] = [processOf(), processOf()];
    /** Sends a text. Returns its id, and how many messages it saw, which must be all before it. */
    const sendAfterReading = (text: string) => async (tx: Transaction) => {
      const { nextMessageId } = tx;
      const before = Array.from({ length: nextMessageId - 1 }, (_, index) => index + 1);
      const seen = between(0, 1) === 0 ? (await tx.messages.byIds(realmId, before)).length : before.length;
      await send(text)(tx);
      return E.right({ id: nextMessageId, seen });
    };
    const texts = Array.from({ length: 60 }, (_, index) => `text ${index}`);
    const answers = new Map<string, { readonly id: number; readonly seen: number }>();
    await Promise.allSettled(
      texts.map(async (text) => {
        for (let turn = between(0, 29); turn > 0; turn -= 1) await pause();
        const { inTransaction } = between(0, 3) === 0 ? other : one;
        const answer = await inTransaction(realmId, sendAfterReading(text));
        if (E.isRight(answer)) answers.set(text, answer.right);
      }),
    );
    const log = await eventsAfter(persistence.eventLog, realmId, 1, 1000);
    expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => index + 2));
    const sent = log.flatMap(({ event }) => (event.type === "message_sent" ? [event.message] : []));
    expect(sent.map(({ id }) => id)).toEqual(sent.map((_, index) => index + 1));
    expect(answers.size).toBeGreaterThan(10);
    for (const [text, { id, seen }] of answers) {
      expect(sent[id - 1]?.content).toBe(text);
      expect(seen).toBe(id - 1);
    }
    expect(new Set(sent.map(({ content }) => content)).size).toBe(sent.length);
    expect((await one.directory.newest(realmId)).position).toBe(log.length + 1);
    expect([...one.errors, ...other.errors]).toEqual([]);
  },
);
