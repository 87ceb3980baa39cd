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
  };
  for (const [name, text] of Object.entries(names))
    await expect(linkFor(name)).resolves.toBe(`[${text}](/u)\n`);
});

test("the link has the name that the server read, without letters that turn the direction of the text", async () => {
  await expect(linkFor("photo\u202egnp.exe", "photognp.exe")).resolves.toBe("[photognp.exe](/u)\n");
});
