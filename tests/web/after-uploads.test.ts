import { Refusal } from "../../web/src/api/http";
import type { App } from "../../web/src/app/app";
import { createUploads, type Uploads } from "../../web/src/app/uploads";
import { keyOf, topicPlace } from "../../web/src/store/place";
import { dequeue, enqueue, sendQueued, showForm } from "../../web/src/views/compose/after-uploads";

const place = topicPlace(9, "lunch");
const moved = topicPlace(9, "dinner");
const draftKey = keyOf(place);
/** The key of the message that waits for its files. */
const waiting = ({ queued }: Uploads): string =>
  [...queued.value.keys()].find((key) => key.startsWith("new ")) ?? "";
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A draft with files under way. */
const setUp = () => {
  const texts = new Map([[draftKey, "Look:"]]);
  const sent: (readonly [string, string])[] = [];
  const answers: ((failure?: Error) => void)[] = [];
  const drafts = {
    textOf: (key: string) => texts.get(key) ?? "",
    write: (key: string, _place: unknown, text: string) => void texts.set(key, text),
  };
  const uploads = createUploads(drafts, (file) =>
    new Promise<void>((resolve, reject) =>
      answers.push((failure) => (failure ? reject(failure) : resolve())),
    ).then(() => ({ url: `/u/${file.name}` })),
  );
  const outbox = { send: (to: typeof place, content: string) => sent.push([keyOf(to), content] as const) };
  const app = { drafts, uploads, outbox, store: { ownId: 1 } } as unknown as App;
  sendQueued(app);
  /** Enter in a form with this draft. */
  const send = (writing: Pick<Parameters<typeof enqueue>[1], "draftKey" | "place" | "problem">) =>
    enqueue(app, { ...writing, onSetAside: () => texts.set(writing.draftKey, "") });
  const add = (...names: readonly string[]) =>
    uploads.add(
      { draftKey, place },
      names.map((name) => ({ name }) as File),
    );
  const arrive = async (failure?: Error) => {
    await settled();
    answers.shift()?.(failure);
    await settled();
  };
  return { app, texts, sent, uploads, send, add, arrive };
};

test("a message is sent once all its files are there, with a link to each and without what is typed meanwhile", async () => {
  const { sent, texts, uploads, send, add, arrive } = setUp();
  add("a", "b");
  send({ draftKey, place });
  texts.set(draftKey, "Next");
  await arrive();
  expect(sent).toEqual([]);
  await arrive();
  expect(sent).toEqual([[draftKey, "Look:\n[a](/u/a)\n[b](/u/b)"]]);
  expect([texts.get(draftKey), uploads.queued.value.size]).toEqual(["Next", 0]);
  expect([...texts.values()].filter(Boolean)).toEqual(["Next"]);
});

test("a form on screen saves an edit itself; a message that was called off is left in its form", async () => {
  const { app, sent, uploads, send, add, arrive } = setUp();
  const close = showForm(draftKey);
  add("a");
  send({ draftKey, place });
  const aside = waiting(uploads);
  const closeAside = showForm(aside);
  await arrive();
  expect([sent, uploads.queued.value.size]).toEqual([[], 1]);
  dequeue(app, aside);
  closeAside();
  close();
  expect([sent, uploads.queued.value.size]).toEqual([[], 0]);
});

test("a file that fails leaves the draft to its author; one that waits for a connection holds it back", async () => {
  const { sent, texts, uploads, send, add, arrive } = setUp();
  add("a", "b");
  send({ draftKey, place });
  await arrive(new TypeError("offline"));
  expect(uploads.queued.value.size).toBe(1);
  await arrive(new Refusal("QUOTA", "Too much", 413, undefined));
  expect(uploads.queued.value.size).toBe(0);
  expect(texts.get(draftKey)).toBe("Look:");
  uploads.resume();
  await arrive();
  expect(sent).toEqual([]);
});

test("it isn't sent after a cancel, nor queued without a recipient or with a problem", async () => {
  const { app, sent, texts, uploads, send, add, arrive } = setUp();
  add("a");
  for (const writing of [
    { draftKey: "new topic", place: undefined },
    { draftKey, place, problem: "Too long" },
  ])
    send(writing);
  expect(uploads.queued.value.size).toBe(0);
  send({ draftKey: "edit 5 0", place: undefined });
  send({ draftKey, place });
  texts.set(draftKey, "Next");
  dequeue(app, waiting(uploads));
  expect([...uploads.queued.value.keys()]).toEqual(["edit 5 0"]);
  expect(texts.get(draftKey)).toBe("Next\nLook:");
  await arrive();
  expect(texts.get(draftKey)).toBe("Next\nLook:\n[a](/u/a)\n");
  expect(sent).toEqual([]);
});

test("a topic that moves takes along what waits there", async () => {
  const { sent, uploads, send, add, arrive } = setUp();
  add("a");
  send({ draftKey, place });
  uploads.move(draftKey, { draftKey: keyOf(moved), place: moved });
  expect(sent).toEqual([]);
  await arrive();
  expect(sent).toEqual([[keyOf(moved), "Look:\n[a](/u/a)"]]);
});
