import { MailRoom } from "../../../src/application/mail/mail-room";
import { MailRefused } from "../../../src/application/ports/mailer";
import type { Mail } from "../../../src/domain/letter";
import { foundRealm } from "../../support/foundations";
import { memoryPersistence } from "../../support/persistence";

const minute = 60_000;
const mail = (to: string): Mail => ({
  to,
  letter: { kind: "reset_password", realmName: "Example", link: "?" },
});

const anOffice = async () => {
  const persistence = memoryPersistence();
  const { id } = await foundRealm(persistence.eventStore);
  const sent: string[] = [];
  const errors: unknown[] = [];
  const failing = new Map<string, Error>();
  const mailer = {
    send: async ({ to }: Mail) => {
      const error = failing.get(to);
      if (error) throw error;
      sent.push(to);
    },
  };
  const newRoom = () => new MailRoom({ ...persistence, mailer, onError: (error) => errors.push(error) });
  const post = (to: string) => persistence.mailQueue.put(id, [mail(to)], persistence.clock.now());
  return { ...persistence, sent, errors, failing, newRoom, post };
};

test("what waits is sent once, also when several ask for it at once", async () => {
  const { newRoom, post, sent } = await anOffice();
  for (let index = 0; index < 120; index += 1) await post(`p${index}@example.com`);
  const [one, other] = [newRoom(), newRoom()];
  await Promise.all([one.deliver(), one.deliver(), other.deliver()]);
  expect(sent).toHaveLength(120);
  expect(new Set(sent).size).toBe(120);
});

test("a mail that fails is tried again after 1, 5 and 15 minutes, and others go out meanwhile", async () => {
  const { newRoom, post, sent, failing, clock, errors } = await anOffice();
  failing.set("a@example.com", new Error("busy"));
  await post("a@example.com");
  await post("b@example.com");
  const room = newRoom();
  await room.deliver();
  expect([sent, errors]).toEqual([["b@example.com"], [new Error("busy")]]);
  for (const wait of [1, 5]) {
    clock.advance(wait * minute - 1);
    await room.deliver();
    clock.advance(1);
    await room.deliver();
  }
  expect(errors).toHaveLength(3);
  failing.clear();
  clock.advance(15 * minute);
  await newRoom().deliver();
  expect(sent).toEqual(["b@example.com", "a@example.com"]);
});

test("what the mail server refuses for good isn't tried again, and nothing for ever", async () => {
  const { newRoom, post, failing, clock, errors } = await anOffice();
  failing.set("no@example.com", new MailRefused("no such user"));
  failing.set("down@example.com", new Error("down"));
  await post("no@example.com");
  await post("down@example.com");
  const room = newRoom();
  for (let day = 0; day < 12; day += 1) {
    await room.deliver();
    clock.advance(2 * 1440 * minute);
  }
  expect(errors.filter((error) => error instanceof MailRefused)).toHaveLength(1);
  expect(errors).toHaveLength(1 + 8);
});

test("a ring sends at once where the room is open, and nothing where it isn't", async () => {
  const { newRoom, post, sent } = await anOffice();
  const [closed, open] = [newRoom(), newRoom()];
  await post("a@example.com");
  closed.ring();
  await closed.close();
  expect(sent).toEqual([]);
  open.open();
  open.ring();
  while (sent.length === 0) await new Promise((next) => setImmediate(next));
  await open.close();
  expect(sent).toEqual(["a@example.com"]);
});

test("a room that closes doesn't wait for a mail server that says nothing; the mail stays", async () => {
  const { mailQueue, registry, singleRunner, clock, post, newRoom, sent } = await anOffice();
  await post("a@example.com");
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const silent = {
    send: () => {
      asked();
      return new Promise<void>(() => {});
    },
  };
  const onError = jest.fn();
  const room = new MailRoom({ mailQueue, registry, singleRunner, clock, mailer: silent, onError });
  const delivered = room.deliver();
  await isAsked;
  await room.close();
  await delivered;
  expect(onError).not.toHaveBeenCalled();
  await newRoom().deliver();
  expect(sent).toEqual(["a@example.com"]);
});
