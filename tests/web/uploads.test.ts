import { Refusal } from "../../web/src/api/http";
import { createUploads } from "../../web/src/app/uploads";

/** The link that is inserted for a file of this name. */
const linkFor = async (name: string, filename?: string): Promise<string> => {
  const drafts = { textOf: () => "", write: () => undefined };
  const uploads = createUploads(drafts, async () => ({
    url: "/u",
    ...(filename !== undefined && { filename }),
  }));
  return new Promise((resolve) => {
    uploads.receive("draft", resolve);
    uploads.add({ draftKey: "draft", place: undefined }, [{ name } as File]);
  });
};

test("a file's name is text in the link to it, whatever Markdown would read in it", async () => {
  const names = {
    "plan.pdf": "plan.pdf",
    "pic <b>.png": "pic <b>.png",
    "a [1] (2) 'b' \"c\" 100% & 🙂.png": "a 1 (2) 'b' \"c\" 100% & 🙂.png",
    "@**all**.png": "@all.png",
    "`rm`.txt": "rm.txt",
    "$$x$$.png": "$x$.png",
    "<time:2030-01-01>.png": "time:2030-01-01>.png",
    " two\n\nlines.png ": "two lines.png",
    "[]": "u",
    "[ ]": "u",
  };
  for (const [name, text] of Object.entries(names))
    await expect(linkFor(name)).resolves.toBe(`[${text}](/u)\n`);
});

test("the link has the name that the server read, without letters that turn the direction of the text", async () => {
  await expect(linkFor("photo\u202egnp.exe", "photognp.exe")).resolves.toBe("[photognp.exe](/u)\n");
});

describe("an upload that fails", () => {
  const refused = new Refusal("QUOTA", "Too much", 413, undefined);

  /** Uploads of which the first tries fail. */
  const setUp = (...failures: readonly Error[]) => {
    const left = [...failures];
    const puts: string[] = [];
    const tries: string[] = [];
    const uploads = createUploads(
      { textOf: () => "", write: () => undefined },
      async (file, _cancelled, _progress, begun) => {
        tries.push(`${file.name} ${begun.at ?? "anew"}`);
        begun.at = "half";
        const failure = left.shift();
        if (failure) throw failure;
        return { url: `/u/${file.name}` };
      },
    );
    uploads.receive("draft", (text) => puts.push(text));
    const add = (...names: readonly string[]) =>
      uploads.add(
        { draftKey: "draft", place: undefined },
        names.map((name) => ({ name }) as File),
      );
    return { uploads, puts, tries, add };
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve));

  test("that loses the connection waits for it, keeps its file, and resumes where it was", async () => {
    const { uploads, puts, tries, add } = setUp(new TypeError("offline"), new TypeError("offline"));
    add("a", "b");
    await settled();
    expect(uploads.list.value.map(({ name, isWaiting }) => [name, isWaiting])).toEqual([
      ["a", true],
      ["b", true],
    ]);
    expect([uploads.isBusy("draft"), uploads.isBusy("another"), puts]).toEqual([true, false, []]);
    // A browser says that it is online, and so does the first answer.
    uploads.resume();
    uploads.resume();
    await settled();
    expect(tries).toEqual(["a anew", "b anew", "a half", "b half"]);
    expect([uploads.list.value, puts]).toEqual([[], ["[a](/u/a)\n", "[b](/u/b)\n"]]);
  });

  test("because it is refused doesn't resume by itself, and holds nothing up, but can be retried", async () => {
    const { uploads, puts, add } = setUp(refused);
    add("a");
    await settled();
    uploads.resume();
    await settled();
    expect([uploads.list.value.map(({ problem }) => problem), uploads.isBusy("draft")]).toEqual([
      ["Too much"],
      false,
    ]);
    await uploads.list.value[0]?.retry();
    expect([uploads.list.value, puts]).toEqual([[], ["[a](/u/a)\n"]]);
  });

  test("is no longer tried once it is removed", async () => {
    const { uploads, tries, add } = setUp(new TypeError("offline"));
    add("a");
    await settled();
    uploads.list.value[0]?.cancel();
    uploads.resume();
    await settled();
    expect([uploads.list.value, tries]).toEqual([[], ["a anew"]]);
  });
});
