import { Refusal } from "../../web/src/api/http";
import { discardUnaddressed, rememberRecipients } from "../../web/src/offline/chosen-recipients";
import { createDraftStorage } from "../../web/src/offline/draft-storage";
import { createDrafts } from "../../web/src/offline/drafts";
import { directPlace, keyOf, type Place, placeOfKey, topicPlace } from "../../web/src/store/place";

const place = topicPlace(9, "lunch");
const key = keyOf(place);

const setUp = ({
  isShared = true,
  fails = 0,
  failure = new Error("No answer"),
  before = {},
}: {
  readonly isShared?: boolean;
  readonly fails?: number;
  readonly failure?: Error;
  /** What the storage holds at first. */
  readonly before?: Readonly<Record<string, string>>;
} = {}) => {
  const kept = new Map(Object.entries(before));
  const stored = new Map<string, { id: number; content: string }>();
  const calls: string[] = [];
  const places: Place[] = [];
  const others: ((change: { readonly key: string }) => void)[] = [];
  /** What each save waits for: another window that is saving. */
  const turn: { now?: Promise<void> } = {};
  let failures = fails;
  const asked = async (call: string): Promise<void> => {
    calls.push(call);
    failures -= 1;
    if (failures >= 0) throw failure;
  };
  const drafts = createDrafts({
    storage: createDraftStorage({
      userId: 7,
      storage: {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => void kept.set(name, value),
        removeItem: (name) => void kept.delete(name),
      },
      storedNames: () => [...kept.keys()],
    }),
    onStored: (listener) => void others.push(listener),
    stored: (at) => stored.get(at),
    isShared: () => isShared,
    add: async (at, content) => {
      places.push(at);
      await asked(`add ${content}`);
      return 70;
    },
    change: async (id, at, content) => {
      places.push(at);
      await asked(`change ${id} ${content}`);
    },
    remove: (id) => asked(`remove ${id}`),
    inTurn: async (_key, run) => {
      await turn.now;
      await run();
    },
  });
  /** What another window of the browser writes. */
  const writeElsewhere = (text: string) => {
    kept.set(`parley-draft-7-${key}`, text);
    for (const listener of others) listener({ key: `parley-draft-7-${key}` });
  };
  return { drafts, kept, stored, calls, places, turn, writeElsewhere };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("a draft is saved locally at once, and on the server after a pause in typing", async () => {
  const { drafts, calls } = setUp();
  drafts.write(key, place, "Sou");
  drafts.write(key, place, "Soup?");
  expect([drafts.textOf(key), drafts.isAhead(key), calls]).toEqual(["Soup?", true, []]);
  await jest.advanceTimersByTimeAsync(1500);
  expect(calls).toEqual(["add Soup?"]);
});

test("more typing changes the same draft, even before its event has arrived", async () => {
  const { drafts, calls } = setUp();
  drafts.write(key, place, "Soup");
  await jest.advanceTimersByTimeAsync(1500);
  drafts.write(key, place, "Soup?");
  await jest.advanceTimersByTimeAsync(1500);
  expect(calls).toEqual(["add Soup", "change 70 Soup?"]);
});

test("the local copy is removed once the server has the draft", async () => {
  const { drafts, kept, stored } = setUp();
  drafts.write(key, place, "Soup?");
  await jest.advanceTimersByTimeAsync(1500);
  stored.set(key, { id: 70, content: "Soup?" });
  await jest.advanceTimersByTimeAsync(3000);
  expect([kept.size, drafts.textOf(key), drafts.isAhead(key)]).toEqual([0, "Soup?", false]);
});

test("a change from another device shows up when nothing is typed here", () => {
  const { drafts, stored } = setUp();
  stored.set(key, { id: 5, content: "From the phone" });
  expect(drafts.textOf(key)).toBe("From the phone");
  drafts.write(key, place, "From here");
  expect(drafts.textOf(key)).toBe("From here");
});

test("sending or emptying a draft deletes it", async () => {
  const { drafts, stored, calls } = setUp();
  stored.set(key, { id: 5, content: "Soup?" });
  drafts.write(key, place, "  ");
  expect(drafts.textOf(key)).toBe("");
  await jest.advanceTimersByTimeAsync(1500);
  expect(calls).toEqual(["remove 5"]);
});

test("a draft that is emptied on another screen is deleted on the server too", async () => {
  const { drafts, stored, calls } = setUp();
  stored.set(key, { id: 5, content: "Soup" });
  drafts.write(key, undefined, "Soup?");
  drafts.write(key, undefined, "");
  await jest.advanceTimersByTimeAsync(1500);
  expect([calls, drafts.textOf(key)]).toEqual([["remove 5"], ""]);
});

test("a draft that can't be saved on the server is retried and stays local until then", async () => {
  const { drafts, calls } = setUp({ fails: 2 });
  drafts.write(key, place, "Soup?");
  await jest.advanceTimersByTimeAsync(1500);
  expect(drafts.textOf(key)).toBe("Soup?");
  await jest.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(["add Soup?", "add Soup?", "add Soup?"]);
});

test.each([
  ["the user has turned off syncing drafts", false, place],
  ["it has no place yet", true, undefined],
])("a draft stays on this device if %s", async (_case, isShared, at) => {
  const { drafts, calls, kept } = setUp({ isShared });
  drafts.write(key, at, "Soup?");
  await jest.advanceTimersByTimeAsync(60_000);
  expect([calls, drafts.textOf(key)]).toEqual([[], "Soup?"]);
  drafts.write(key, at, "");
  expect(kept.size).toBe(0);
});

test("a draft moves with its conversation, on the server too", async () => {
  const { drafts, stored, calls, places } = setUp();
  const dinner = topicPlace(9, "Dinner");
  stored.set(key, { id: 5, content: "Soup?" });
  drafts.move(place, dinner);
  expect([drafts.textOf(key), drafts.textOf(keyOf(dinner))]).toEqual(["", "Soup?"]);
  await jest.advanceTimersByTimeAsync(1500);
  expect([calls, places]).toEqual([["change 5 Soup?"], [dinner]]);
  stored.delete(key);
  stored.set(keyOf(dinner), { id: 5, content: "Soup?" });
  await jest.advanceTimersByTimeAsync(10_000);
  expect([drafts.textOf(key), drafts.textOf(keyOf(dinner)), [...drafts.local.value]]).toEqual([
    "",
    "Soup?",
    [],
  ]);
});

test("a draft that moves joins the draft there", async () => {
  const { drafts, stored, calls } = setUp();
  const dinner = topicPlace(9, "dinner");
  stored.set(key, { id: 5, content: "Bread?" });
  stored.set(keyOf(dinner), { id: 6, content: "Soup?" });
  drafts.move(place, dinner);
  expect([drafts.textOf(key), drafts.textOf(keyOf(dinner))]).toEqual(["", "Soup?\n\nBread?"]);
  await jest.advanceTimersByTimeAsync(1500);
  expect(calls.toSorted()).toEqual(["change 6 Soup?\n\nBread?", "remove 5"]);
});

test("a draft that two windows move is there once, with what was typed between them", async () => {
  const { drafts, stored, calls } = setUp();
  const dinner = topicPlace(9, "dinner");
  stored.set(key, { id: 5, content: "Soup" });
  drafts.move(place, dinner);
  drafts.move(place, dinner);
  expect(drafts.textOf(keyOf(dinner))).toBe("Soup");
  drafts.write(key, place, "Soup?");
  drafts.move(place, dinner);
  expect([drafts.textOf(key), drafts.textOf(keyOf(dinner))]).toEqual(["", "Soup?"]);
  await jest.advanceTimersByTimeAsync(1500);
  expect(calls).toEqual(["change 5 Soup?"]);
});

test("a draft stays when its topic's name only changes its case", async () => {
  const { drafts, calls, places } = setUp();
  drafts.write(key, place, "Soup?");
  const renamed = topicPlace(9, "LUNCH");
  expect(keyOf(renamed)).toBe(key);
  drafts.move(place, renamed);
  await jest.advanceTimersByTimeAsync(1500);
  expect([drafts.textOf(key), calls, places]).toEqual(["Soup?", ["add Soup?"], [renamed]]);
});

test("a move without a draft changes nothing", async () => {
  const { drafts, stored, calls } = setUp();
  const dinner = topicPlace(9, "dinner");
  stored.set(keyOf(dinner), { id: 6, content: "Rice" });
  drafts.move(place, dinner);
  await jest.advanceTimersByTimeAsync(1500);
  expect([drafts.textOf(keyOf(dinner)), calls]).toEqual(["Rice", []]);
});

const refused = new Refusal("BAD_REQUEST", "Invalid channel ID", 400, undefined);

test("a new draft that the server refuses stays on this device, and is tried again once it is changed", async () => {
  const { drafts, calls } = setUp({ fails: 1, failure: refused });
  drafts.write(key, place, "Soup?");
  await jest.advanceTimersByTimeAsync(600_000);
  expect([calls, drafts.textOf(key), [...drafts.local.value]]).toEqual([["add Soup?"], "Soup?", [key]]);
  drafts.write(key, place, "Soup!");
  await jest.advanceTimersByTimeAsync(10_000);
  expect(calls).toEqual(["add Soup?", "add Soup!"]);
});

test("a refused change of a draft is repeated as a new draft only if another device has deleted that one", async () => {
  const { drafts, stored, calls } = setUp({ fails: 2, failure: refused });
  stored.set(key, { id: 5, content: "Soup?" });
  drafts.write(key, place, "Soup!");
  await jest.advanceTimersByTimeAsync(600_000);
  expect(calls).toEqual(["change 5 Soup!"]);
  drafts.write(key, place, "Soup, please");
  await jest.advanceTimersByTimeAsync(2000);
  stored.delete(key);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(calls).toEqual(["change 5 Soup!", "change 5 Soup, please", "add Soup, please"]);
});

test("the drafts of this device include those of earlier windows, and no emptied ones", async () => {
  const { drafts } = setUp({
    before: {
      "parley-draft-7-t9 lunch": "Soup?",
      "parley-draft-7-t9 tea": "",
      "parley-draft-8-t9 x": "Hers",
    },
  });
  expect([...drafts.local.value]).toEqual([key]);
  drafts.write(key, place, "");
  expect(drafts.local.value.size).toBe(0);
});

test("a draft's key tells its place, in any script, and tells none if the draft belongs to something else", () => {
  const group = directPlace([3, 1, 2]);
  const other = topicPlace(12, "a b  c");
  expect([group, place, other].map((one) => placeOfKey(keyOf(one)))).toEqual([group, place, other]);
  expect(["edit 5 0", "new topic", "d", "t 5"].map(placeOfKey)).toEqual(Array(4).fill(undefined));
});

test("a draft that another window of the browser writes replaces an older one of this window", () => {
  const { drafts, writeElsewhere } = setUp();
  drafts.write(key, place, "Soup?");
  writeElsewhere("Soup, or rice?");
  expect([drafts.textOf(key), drafts.isAhead(key)]).toEqual(["Soup, or rice?", false]);
  writeElsewhere("");
  expect([drafts.textOf(key), [...drafts.local.value]]).toEqual(["", []]);
});

test("drafts can be saved without a pause, also emptied ones and those of earlier windows", async () => {
  const { drafts, stored, calls } = setUp({
    before: {
      "parley-draft-7-t9 tea": "Green",
      "parley-draft-7-to new topic": "{}",
      "parley-draft-7-edit 5 0": "Tea",
    },
  });
  stored.set(keyOf(topicPlace(9, "Bread")), { id: 4, content: "Rye" });
  drafts.write(key, place, "Soup?");
  drafts.write(keyOf(topicPlace(9, "Bread")), topicPlace(9, "Bread"), "");
  expect(drafts.unsaved()).toEqual(["t9 tea", "edit 5 0", key]);
  await drafts.saveNow();
  expect([[...calls].sort(), drafts.unsaved()]).toEqual([
    ["add Green", "add Soup?", "remove 4"],
    ["edit 5 0"],
  ]);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(calls).toHaveLength(3);
});

test("a window that closes saves its own drafts at once, but none of other windows or that the server has", async () => {
  const { drafts, calls, stored, writeElsewhere } = setUp({
    before: { "parley-draft-7-t9 dinner": "Of another window" },
  });
  drafts.write(key, place, "Soup");
  drafts.write("new", undefined, "For nobody yet");
  drafts.saveWritten();
  expect(calls).toEqual(["add Soup"]);
  await jest.advanceTimersByTimeAsync(1600);
  stored.set(key, { id: 70, content: "Soup" });
  drafts.saveWritten();
  expect(calls).toEqual(["add Soup"]);
  drafts.write(key, place, "Soup?");
  writeElsewhere("Salad");
  drafts.saveWritten();
  expect(calls).toEqual(["add Soup"]);
});

test("a draft that is being saved while it changes is saved again, not twice", async () => {
  const { drafts, calls } = setUp();
  drafts.write(key, place, "Soup");
  await jest.advanceTimersByTimeAsync(1499);
  jest.advanceTimersByTime(1);
  drafts.write(key, place, "Soup?");
  await drafts.saveNow();
  expect([calls, drafts.unsaved()]).toEqual([["add Soup", "change 70 Soup?"], []]);
});

test("a draft that another device has written meanwhile stays, beside the one from here", async () => {
  const { drafts, stored, calls } = setUp({ fails: 1 });
  stored.set(key, { id: 5, content: "Soup" });
  expect(drafts.textOf(key)).toBe("Soup");
  // Without a connection, the one here isn't saved for a while.
  drafts.write(key, place, "Salad?");
  await jest.advanceTimersByTimeAsync(1500);
  stored.set(key, { id: 5, content: "Sandwiches!" });
  await jest.advanceTimersByTimeAsync(15_000);
  drafts.write(key, place, "Salad? No.");
  await jest.advanceTimersByTimeAsync(1500);
  expect(calls).toEqual(["change 5 Salad?", "add Salad?", "change 70 Salad? No."]);
  stored.set(key, { id: 70, content: "Salad? No." });
  drafts.write(key, place, "");
  await jest.advanceTimersByTimeAsync(1500);
  expect(calls.slice(3)).toEqual(["remove 70"]);
});

test("sending what was written here leaves what another device has written meanwhile", async () => {
  const { drafts, stored, calls } = setUp();
  drafts.textOf(key);
  drafts.write(key, place, "Salad?");
  stored.set(key, { id: 5, content: "Sandwiches!" });
  drafts.write(key, place, "");
  await jest.advanceTimersByTimeAsync(5000);
  expect([calls, drafts.textOf(key)]).toEqual([[], "Sandwiches!"]);
});

test("writing here changes a draft that another device continued, but adds one if that device replaced the text", async () => {
  const { drafts, stored, calls } = setUp();
  stored.set(key, { id: 5, content: "So" });
  drafts.textOf(key);
  stored.set(key, { id: 5, content: "Soup" });
  drafts.write(key, place, "Soup?");
  await jest.advanceTimersByTimeAsync(1500);
  expect(calls).toEqual(["change 5 Soup?"]);
  stored.set(key, { id: 5, content: "Soup?" });
  await jest.advanceTimersByTimeAsync(3000);
  stored.set(key, { id: 5, content: "Sandwiches!" });
  drafts.write(key, place, "Soup? Yes.");
  await jest.advanceTimersByTimeAsync(1500);
  expect(calls.slice(1)).toEqual(["add Soup? Yes."]);
});

test("drafts that the server refuses, or shouldn't have, stay unsaved", async () => {
  const offline = setUp({ fails: 1 });
  const alone = setUp({ isShared: false });
  for (const { drafts } of [offline, alone]) {
    drafts.write(key, place, "Soup?");
    await drafts.saveNow();
    expect(drafts.unsaved()).toEqual([key]);
  }
  expect(alone.calls).toEqual([]);
});

test("the next start saves what a window left unsaved, with the topic as it was written", async () => {
  const { kept, drafts } = setUp();
  drafts.write(key, topicPlace(9, "Lunch"), "Soup?");
  const next = setUp({ before: { ...Object.fromEntries(kept), "parley-draft-7-new topic": "Bread" } });
  next.drafts.saveLeft();
  await jest.advanceTimersByTimeAsync(0);
  expect([next.calls, next.places]).toEqual([["add Soup?"], [topicPlace(9, "Lunch")]]);
  await jest.advanceTimersByTimeAsync(3000);
  expect([...next.kept.keys()]).toEqual(["parley-draft-7-new topic"]);
});

test.each(["Soup?", ""])(
  "the next start keeps what other devices wrote since a window left '%s' unsaved",
  async (left) => {
    const first = setUp();
    first.stored.set(key, { id: 5, content: "Sou" });
    first.drafts.write(key, place, left);
    const next = setUp({ before: Object.fromEntries(first.kept) });
    next.stored.set(key, { id: 5, content: "Something else" });
    next.drafts.saveLeft();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(next.calls).toEqual(left === "" ? [] : [`add ${left}`]);
    expect([...next.kept.keys()]).toEqual([]);
  },
);

test("the next start changes what a window saved, with what it wrote since", async () => {
  const first = setUp();
  first.drafts.write(key, place, "Sou");
  await jest.advanceTimersByTimeAsync(1500);
  first.drafts.write(key, place, "Bread?");
  const next = setUp({ before: Object.fromEntries(first.kept) });
  next.stored.set(key, { id: 70, content: "Sou" });
  next.drafts.saveLeft();
  await jest.advanceTimersByTimeAsync(0);
  expect(next.calls).toEqual(["change 70 Bread?"]);
});

test("the next start changes a draft that nobody has written since a window left it unsaved", async () => {
  const first = setUp();
  first.stored.set(key, { id: 5, content: "Sou" });
  first.drafts.write(key, place, "Soup?");
  const next = setUp({ before: Object.fromEntries(first.kept) });
  next.stored.set(key, { id: 5, content: "Sou" });
  next.drafts.saveLeft();
  await jest.advanceTimersByTimeAsync(0);
  expect(next.calls).toEqual(["change 5 Soup?"]);
});

test("a discarded draft leaves nothing in the browser, wherever it was going", () => {
  const { drafts, kept } = setUp();
  for (const one of ["new topic", key]) {
    drafts.write(one, undefined, "Soup?");
    rememberRecipients(drafts, one, { topic: "", people: [2] });
    discardUnaddressed(drafts, one);
  }
  expect([...kept.keys()]).toEqual([]);
});

test("the next start removes a draft that a window left empty", async () => {
  const { kept, drafts, stored } = setUp();
  stored.set(key, { id: 5, content: "Soup?" });
  drafts.write(key, place, "");
  const next = setUp({ before: Object.fromEntries(kept) });
  next.stored.set(key, { id: 5, content: "Soup?" });
  next.drafts.saveLeft();
  await jest.advanceTimersByTimeAsync(0);
  expect(next.calls).toEqual(["remove 5"]);
});

test("the next start leaves alone what the server had before the window closed: other devices may have changed it", async () => {
  const { kept, drafts } = setUp();
  drafts.write(key, place, "Soup?");
  await jest.advanceTimersByTimeAsync(1500);
  const next = setUp({ before: Object.fromEntries(kept) });
  next.stored.set(key, { id: 70, content: "Soup and bread?" });
  next.drafts.saveLeft();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([next.calls, next.drafts.textOf(key)]).toEqual([[], "Soup and bread?"]);
});

test("the next start sends nothing to a server whose drafts the user keeps on each device", async () => {
  const { drafts, calls } = setUp({ isShared: false, before: { [`parley-draft-7-${key}`]: "Soup?" } });
  drafts.saveLeft();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([calls, drafts.textOf(key)]).toEqual([[], "Soup?"]);
});

test("a running window saves what another left, once that has been silent for a minute", async () => {
  const { drafts, calls, kept, writeElsewhere } = setUp();
  writeElsewhere("Soup?");
  await jest.advanceTimersByTimeAsync(59_000);
  drafts.saveLeft();
  await jest.advanceTimersByTimeAsync(0);
  expect(calls).toEqual([]);
  await jest.advanceTimersByTimeAsync(1000);
  drafts.saveLeft();
  await jest.advanceTimersByTimeAsync(0);
  expect(calls).toEqual(["add Soup?"]);
  await jest.advanceTimersByTimeAsync(3000);
  expect([...kept.keys()]).toEqual([]);
});

test("a running window leaves alone what it is itself writing", async () => {
  const { drafts, calls } = setUp();
  drafts.write(key, place, "Sou");
  drafts.saveLeft();
  await jest.advanceTimersByTimeAsync(1000);
  expect(calls).toEqual([]);
  await jest.advanceTimersByTimeAsync(500);
  expect(calls).toEqual(["add Sou"]);
});

test("what two windows save at once is saved once", async () => {
  const { drafts, calls, kept, turn, writeElsewhere } = setUp();
  writeElsewhere("Soup?");
  await jest.advanceTimersByTimeAsync(60_000);
  let finish = (): void => undefined;
  turn.now = new Promise((resolve) => {
    finish = resolve;
  });
  drafts.saveLeft();
  await jest.advanceTimersByTimeAsync(0);
  // The window that wrote it is alive after all, and has saved it.
  kept.set(`parley-draft-7-saved ${key}`, "1");
  finish();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual([]);
});
