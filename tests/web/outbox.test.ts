import { Refusal } from "../../web/src/api/http";
import { cancelEdit, editUnsent, isEditedHere } from "../../web/src/offline/edit-unsent";
import { outbox, type Unsent } from "../../web/src/offline/outbox";
import { topicPlace } from "../../web/src/store/place";

const lunch = topicPlace(9, "lunch");

/** The windows of one browser, which share a storage. */
const browser = () => {
  const kept = new Map<string, string>();
  const listeners = new Map<string, () => void>();
  const open = (windowId: string, deliver: (message: Unsent, signal: AbortSignal) => Promise<unknown>) => {
    const failed: string[] = [];
    const box = outbox({
      userId: 7,
      windowId,
      storage: {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => {
          kept.set(name, value);
          for (const [id, listener] of listeners) if (id !== windowId) listener();
        },
        removeItem: (name) => void kept.delete(name),
      },
      onStored: (listener) => void listeners.set(windowId, listener),
      deliver,
      errorText: (error) => (error as Error).message,
      onFailure: ({ content }) => failed.push(content),
      now: () => Date.now(),
    });
    const edit = (key: string, content: string): void => {
      const one = box.unsent.peek().find((other) => other.key === key);
      if (one) editUnsent(box, one, content);
    };
    return {
      ...box,
      box,
      edit,
      failed,
      shown: () => box.unsent.peek().map((one) => [one.content, one.problem]),
    };
  };
  return { open, close: (windowId: string) => listeners.delete(windowId) };
};
const never = () => new Promise<never>(() => undefined);
const lost = async () => {
  throw new TypeError("Failed to fetch");
};
const refused = async () => {
  throw new Refusal("BAD_REQUEST", "You can't post here", 400, undefined);
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("messages that wait follow their topic, whichever window they are from", async () => {
  const { open } = browser();
  const [one, two] = [open("one", lost), open("two", never)];
  const dinner = topicPlace(9, "dinner");
  one.send(lunch, "Soup?");
  one.send(topicPlace(9, "tea"), "Cake?");
  await jest.advanceTimersByTimeAsync(0);
  two.move((place) => (place.kind === "topic" && place.topic === "lunch" ? dinner : place));
  const places = () => one.unsent.peek().map(({ place }) => place.kind === "topic" && place.topic);
  expect(places()).toEqual(["dinner", "tea"]);
});

test("sending in one window doesn't drop a message that another is still sending", () => {
  const { open } = browser();
  const [one, two] = [open("one", never), open("two", never)];
  one.send(lunch, "Soup?");
  two.send(lunch, "Bread?");
  for (const { shown } of [one, two])
    expect(shown()).toEqual([
      ["Soup?", undefined],
      ["Bread?", undefined],
    ]);
  expect(
    open("three", never)
      .shown()
      .map(([text]) => text),
  ).toEqual(["Soup?", "Bread?"]);
});

test("a window that opens during a send shows it as under way, and as sent when it is", async () => {
  const { open } = browser();
  const one = open("one", async () => undefined);
  one.send(lunch, "Soup?");
  const two = open("two", never);
  expect(two.shown()).toEqual([["Soup?", undefined]]);
  await jest.advanceTimersByTimeAsync(1000);
  expect([one.shown(), two.shown()]).toEqual([[], []]);
});

test("a reloaded window continues sending, in the order of writing", async () => {
  const sent: string[] = [];
  const { open } = browser();
  const one = open("one", lost);
  one.send(lunch, "Soup?");
  one.send(lunch, "Bread?");
  await jest.advanceTimersByTimeAsync(300_000);
  expect(one.failed).toEqual([]);
  const again = open("one", async ({ content }) => sent.push(content));
  await jest.advanceTimersByTimeAsync(1000);
  expect([sent, again.shown()]).toEqual([["Soup?", "Bread?"], []]);
});

test("a restored window resends a message from long ago only when its author says so", async () => {
  const { open, close } = browser();
  open("one", never).send(lunch, "Soup?");
  close("one");
  jest.setSystemTime(Date.now() + 61_000);
  expect(open("one", never).shown()).toEqual([["Soup?", ""]]);
});

test("a message that a closed window was sending can be sent again after the longest time that sending may take", async () => {
  const { open, close } = browser();
  open("one", never).send(lunch, "Soup?");
  close("one");
  const two = open("two", never);
  await jest.advanceTimersByTimeAsync(59_000);
  expect(two.shown()).toEqual([["Soup?", undefined]]);
  await jest.advanceTimersByTimeAsync(2000);
  expect(two.shown()).toEqual([["Soup?", ""]]);
});

test("messages wait for a connection without a limit, and arrive in the order they were written", async () => {
  const sent: string[] = [];
  let isOffline = true;
  const { shown, send, resume, failed } = browser().open("one", async ({ content }) => {
    if (isOffline) return lost();
    sent.push(content);
  });
  send(lunch, "Soup?");
  await jest.advanceTimersByTimeAsync(5000);
  send(lunch, "Bread?");
  await jest.advanceTimersByTimeAsync(600_500);
  isOffline = false;
  await jest.advanceTimersByTimeAsync(0);
  expect([sent, failed]).toEqual([[], []]);
  resume();
  await jest.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["Soup?", "Bread?"]);
  await jest.advanceTimersByTimeAsync(1000);
  expect(shown()).toEqual([]);
});

test("messages that wait for a connection aren't taken for those of a closed window", async () => {
  const { open } = browser();
  const one = open("one", lost);
  one.send(lunch, "Soup?");
  one.send(lunch, "Bread?");
  const two = open("two", never);
  await jest.advanceTimersByTimeAsync(300_000);
  expect(two.shown()).toEqual([
    ["Soup?", undefined],
    ["Bread?", undefined],
  ]);
});

test("a request that is never answered is repeated", async () => {
  let tries = 0;
  const { send, shown } = browser().open("one", (_message, signal) => {
    tries += 1;
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  send(lunch, "Soup?");
  await jest.advanceTimersByTimeAsync(63_000);
  expect([tries, shown()]).toEqual([2, [["Soup?", undefined]]]);
});

test("a busy server is asked a few times at the intervals it wants, and then the author is notified", async () => {
  let tries = 0;
  const { shown, send, resume, failed } = browser().open("one", async () => {
    tries += 1;
    throw new Refusal("RATE_LIMIT_HIT", "Too many", 429, 5);
  });
  send(lunch, "Soup?");
  await jest.advanceTimersByTimeAsync(4000);
  resume();
  await jest.advanceTimersByTimeAsync(12_000);
  expect([tries, shown(), failed]).toEqual([4, [["Soup?", undefined]], []]);
  await jest.advanceTimersByTimeAsync(5000);
  expect([tries, shown(), failed]).toEqual([5, [["Soup?", "Too many"]], ["Soup?"]]);
});

test("a message that waits for a connection can be discarded, but none that is being sent or has arrived", async () => {
  let answer: (how: () => Promise<unknown>) => void = () => undefined;
  const sent: string[] = [];
  const { send, discard, edit, isWaiting, mayChange, shown, unsent, resume } = browser().open(
    "one",
    async ({ content }) => {
      const how = await new Promise<() => Promise<unknown>>((resolve) => {
        answer = resolve;
      });
      await how();
      sent.push(content);
    },
  );
  send(lunch, "Soup?");
  send(lunch, "Bread?");
  await jest.advanceTimersByTimeAsync(0);
  const [soup, bread] = unsent.peek();
  if (!soup || !bread) throw new Error("Nothing waits");
  expect([isWaiting(soup), isWaiting(bread)]).toEqual([false, false]);
  answer(lost);
  await jest.advanceTimersByTimeAsync(0);
  expect([soup, bread].map((one) => [isWaiting(one), mayChange(one.key)])).toEqual([
    [true, true],
    [true, true],
  ]);
  discard(bread.key);
  expect(shown()).toEqual([["Soup?", undefined]]);
  resume();
  await jest.advanceTimersByTimeAsync(0);
  // It is on its way again.
  expect([isWaiting(soup), mayChange(soup.key)]).toEqual([true, false]);
  discard(soup.key);
  edit(soup.key, "Stew?");
  expect(shown()).toEqual([["Soup?", undefined]]);
  answer(async () => undefined);
  await jest.advanceTimersByTimeAsync(0);
  expect(mayChange(soup.key)).toBe(false);
  await jest.advanceTimersByTimeAsync(1000);
  expect([sent, shown()]).toEqual([["Soup?"], []]);
});

test("a message that is changed while it waits is held back, and then sent with the same key", async () => {
  let isOffline = true;
  const sent: (readonly [key: string, content: string, isChanged: boolean | undefined])[] = [];
  const { send, edit, retry, arrived, shown, unsent, resume } = browser().open("one", async (one) => {
    if (isOffline) return lost();
    sent.push([one.key, one.content, one.isChanged]);
  });
  send(lunch, "Soup?");
  send(lunch, "Bread?");
  await jest.advanceTimersByTimeAsync(0);
  const key = unsent.peek()[0]?.key ?? "";
  edit(key, "Stew?");
  isOffline = false;
  resume();
  await jest.advanceTimersByTimeAsync(1000);
  expect(sent.map(([, content]) => content)).toEqual(["Bread?"]);
  // Its first try had arrived after all.
  arrived(key);
  expect(shown()).toEqual([["Stew?", ""]]);
  edit(key, "Stew and rice?");
  retry(key);
  await jest.advanceTimersByTimeAsync(1000);
  expect([sent.at(-1), shown()]).toEqual([[key, "Stew and rice?", true], []]);
});

test("an edit continues in its window after a reload, and canceling it restores the earlier text", async () => {
  const { open, close } = browser();
  const one = open("one", lost);
  one.send(lunch, "Soup?");
  one.send(lunch, "Bread?");
  await jest.advanceTimersByTimeAsync(0);
  const [soup, bread] = one.unsent.peek();
  one.edit(soup?.key ?? "", "St");
  one.edit(bread?.key ?? "", "Rol");
  one.edit(bread?.key ?? "", "Rolls?");
  close("one");
  const sent: string[] = [];
  const reloaded = open("one", async ({ content }) => sent.push(content));
  const other = open("two", never);
  const isEdited = ({ box }: typeof one) => box.unsent.peek().map((message) => isEditedHere(box, message));
  expect([isEdited(reloaded), isEdited(other)]).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(reloaded.shown()).toEqual([
    ["St", ""],
    ["Rolls?", ""],
  ]);
  const [edited] = reloaded.unsent.peek();
  if (edited) cancelEdit(reloaded.box, edited);
  reloaded.retry(bread?.key ?? "");
  await jest.advanceTimersByTimeAsync(2000);
  expect([sent, reloaded.shown()]).toEqual([["Soup?", "Rolls?"], []]);
});

test("canceling the edit of a refused message restores its text, and sends nothing", async () => {
  const { box, edit, send, shown } = browser().open("one", refused);
  send(lunch, "Soup?");
  await jest.advanceTimersByTimeAsync(0);
  edit(box.unsent.peek()[0]?.key ?? "", "Stew?");
  const [edited] = box.unsent.peek();
  if (edited) cancelEdit(box, edited);
  await jest.advanceTimersByTimeAsync(1000);
  expect(shown()).toEqual([["Soup?", "You can't post here"]]);
  expect(box.unsent.peek().map((one) => isEditedHere(box, one))).toEqual([false]);
});

test("a refused message doesn't hold up those after it", async () => {
  const { shown, send } = browser().open("one", ({ content }) =>
    content === "Soup?" ? refused() : Promise.resolve(),
  );
  send(lunch, "Soup?");
  send(lunch, "Bread?");
  await jest.advanceTimersByTimeAsync(1000);
  expect(shown()).toEqual([["Soup?", "You can't post here"]]);
});

test("a refused message isn't tried again by itself", async () => {
  const { shown, send, failed } = browser().open("one", refused);
  send(lunch, "Soup?");
  await jest.advanceTimersByTimeAsync(1000);
  expect([shown(), failed]).toEqual([[["Soup?", "You can't post here"]], ["Soup?"]]);
});

test("a retry from another window sends with the same key", async () => {
  const keys: string[] = [];
  const { open } = browser();
  const one = open("one", refused);
  one.send(lunch, "Soup?");
  await jest.advanceTimersByTimeAsync(0);
  const two = open("two", async ({ key }) => keys.push(key));
  const [waiting] = two.unsent.peek();
  two.retry(waiting?.key ?? "");
  expect(one.shown()).toEqual([["Soup?", undefined]]);
  await jest.advanceTimersByTimeAsync(1000);
  expect([keys, one.shown(), two.shown()]).toEqual([[waiting?.key], [], []]);
});

test("messages are sent without storage, too", async () => {
  const box = outbox({
    userId: 7,
    windowId: "one",
    storage: {
      getItem: () => null,
      setItem: () => {
        throw new Error("The storage is full");
      },
      removeItem: () => undefined,
    },
    onStored: () => undefined,
    deliver: never,
    errorText: String,
    onFailure: () => undefined,
    now: () => Date.now(),
  });
  box.send(lunch, "Soup?");
  box.send(lunch, "Bread?");
  expect(box.unsent.peek().map(({ content }) => content)).toEqual(["Soup?", "Bread?"]);
});
