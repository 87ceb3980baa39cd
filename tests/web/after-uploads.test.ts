import { Refusal } from "../../web/src/api/http";
import type { App } from "../../web/src/app/app";
import { createUploads } from "../../web/src/app/uploads";
import { keyOf, topicPlace } from "../../web/src/store/place";
import { dequeue, enqueue, sendQueued, showForm } from "../../web/src/views/compose/after-uploads";

const place = topicPlace(9, "lunch");
const moved = topicPlace(9, "dinner");
const draftKey = keyOf(place);
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
  const stop = sendQueued({ drafts, uploads, outbox } as unknown as App);
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
  return { texts, sent, uploads, stop, add, arrive };
};

test("a draft that its author left is sent once all its files are there, with a link to each", async () => {
  const { sent, texts, uploads, add, arrive } = setUp();
  add("a", "b");
  enqueue(uploads, { draftKey, place });
  await arrive();
  expect(sent).toEqual([]);
  await arrive();
  expect(sent).toEqual([[draftKey, "Look:\n[a](/u/a)\n[b](/u/b)"]]);
  expect([texts.get(draftKey), uploads.queued.value.size]).toEqual(["", 0]);
});

test("a form on screen sends it itself; what it hasn't sent when it closes is sent then", async () => {
  const { sent, uploads, add, arrive } = setUp();
  const close = showForm(draftKey);
  add("a");
  enqueue(uploads, { draftKey, place });
  await arrive();
  expect([sent, uploads.queued.value.size]).toEqual([[], 1]);
  close();
  expect(sent).toEqual([[draftKey, "Look:\n[a](/u/a)"]]);
});

test("a file that fails leaves the draft to its author; one that waits for a connection holds it back", async () => {
  const { sent, uploads, add, arrive } = setUp();
  add("a", "b");
  enqueue(uploads, { draftKey, place });
  await arrive(new TypeError("offline"));
  expect(uploads.queued.value.size).toBe(1);
  await arrive(new Refusal("QUOTA", "Too much", 413, undefined));
  expect(uploads.queued.value.size).toBe(0);
  uploads.resume();
  await arrive();
  expect(sent).toEqual([]);
});

test("it isn't sent after a cancel, nor queued without a recipient or with a problem", async () => {
  const { sent, uploads, add, arrive } = setUp();
  add("a");
  for (const writing of [
    { draftKey: "new topic", place: undefined },
    { draftKey, place, problem: "Too long" },
  ])
    enqueue(uploads, writing);
  expect(uploads.queued.value.size).toBe(0);
  enqueue(uploads, { draftKey: "edit 5 0", place: undefined });
  enqueue(uploads, { draftKey, place });
  dequeue(uploads, draftKey);
  expect([...uploads.queued.value.keys()]).toEqual(["edit 5 0"]);
  await arrive();
  expect(sent).toEqual([]);
});

test("a topic that moves takes along what waits there", async () => {
  const { sent, texts, uploads, add, arrive } = setUp();
  add("a");
  enqueue(uploads, { draftKey, place });
  texts.set(keyOf(moved), "Look:");
  uploads.move(draftKey, { draftKey: keyOf(moved), place: moved });
  expect(sent).toEqual([]);
  await arrive();
  expect(sent).toEqual([[keyOf(moved), "Look:\n[a](/u/a)"]]);
});
