import { signal } from "@preact/signals";
import type { Dialog } from "../../web/src/app/dialog";
import { createToasts } from "../../web/src/app/toasts";
import { directPlace, keyOf, type Place, topicPlace } from "../../web/src/store/place";
import type { Unread } from "../../web/src/store/unread";
import { mostUnasked, readAll } from "../../web/src/views/inbox/read-all";
import { deferredWords } from "../../web/src/words/en-deferred";
import { readAllWords } from "../../web/src/words/en-read-all";
import { topicWords } from "../../web/src/words/en-topics";

const ids = (count: number, from = 1): readonly number[] =>
  Array.from({ length: count }, (_, at) => from + at);

/** A window in which these messages are unread, and the requests it makes. */
const windowWith = (
  unread: readonly (readonly [Place, readonly number[]])[],
  { isCut = false, refuses = false } = {},
) => {
  const state: Unread = {
    ownId: 1,
    places: new Map(unread.map(([place, some]) => [keyOf(place), { place, ids: new Set(some) }])),
    mentions: new Set(),
    wildcards: new Set(),
    isCut,
  };
  const requests: string[] = [];
  const made = async (request: string): Promise<unknown> => {
    requests.push(request);
    if (refuses) throw new Error("Not now");
    return {};
  };
  return {
    requests,
    app: {
      store: { unread: signal(state) },
      ...createToasts(),
      dialog: signal<Dialog | undefined>(undefined),
      attempt: (doing: Promise<unknown>) =>
        doing.then(
          () => true,
          () => false,
        ),
    },
    server: {
      markAllRead: () => made("all read"),
      markUnread: (some: readonly number[]) => made(`unread: ${some.join()}`),
    },
  };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("few unread messages are marked as read at once, and an undo makes just those unread again", async () => {
  const { app, server, requests } = windowWith([
    [topicPlace(9, "lunch"), [4, 6]],
    [directPlace([1, 2]), [5]],
  ]);
  readAll(app, server);
  await settled();
  expect(app.dialog.value).toBeUndefined();
  expect(app.toasts.value.at(-1)).toMatchObject({
    text: topicWords.markedRead,
    act: { label: deferredWords.undo },
  });
  app.toasts.value.at(-1)?.act?.run();
  expect(requests).toEqual(["all read", "unread: 4,6,5"]);
});

test.each([
  ["many", ids(mostUnasked + 1), false],
  ["more than the server counts", ids(3), true],
])("%s are marked as read only once the user has agreed", async (_, some, isCut) => {
  const { app, server, requests } = windowWith([[topicPlace(9, "lunch"), some]], { isCut });
  readAll(app, server);
  await settled();
  expect(requests).toEqual([]);
  const dialog = app.dialog.value;
  expect(dialog).toMatchObject({ kind: "confirm", text: readAllWords.readAllQuestion(some.length, isCut) });
  if (dialog?.kind === "confirm") dialog.run();
  await settled();
  expect(requests).toEqual(["all read"]);
  expect(app.toasts.value.at(-1)).toMatchObject({ text: topicWords.markedRead });
  // What the server doesn't list can't be made unread again.
  expect(app.toasts.value.at(-1)?.act?.label).toBe(isCut ? undefined : deferredWords.undo);
});

test.each([1, mostUnasked + 1])("nothing is confirmed if the server refuses (%d unread)", async (count) => {
  const { app, server, requests } = windowWith([[topicPlace(9, "lunch"), ids(count)]], { refuses: true });
  readAll(app, server);
  const dialog = app.dialog.value;
  if (dialog?.kind === "confirm") dialog.run();
  await settled();
  expect(requests).toEqual(["all read"]);
  expect(app.toasts.value.at(-1)).toBeUndefined();
});
