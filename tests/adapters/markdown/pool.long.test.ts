import { join } from "node:path";
import { hostileMarkdown } from "../../../bench/hostile-markdown";
import { inThreadRenderer } from "../../../src/adapters/markdown/in-thread-renderer";
import { type ClosableRenderer, pooledRenderer } from "../../../src/adapters/markdown/pooled-renderer";
import { plainContext } from "../../../src/application/ports/messages/message-renderer";
import { runs } from "../../support/hostile-lengths/runs";
import { caseContext, markdownCases } from "../../support/markdown/markdown-cases";
import { rendererSetup } from "../../support/markdown/renderer";

const register = join(__dirname, "../../support/jest/swc-register.cjs");
const sources = join(__dirname, "../../../src/adapters/markdown/render-worker.ts");

const openPool = async (
  timeLimit: number,
  worker = sources,
  quickLength = 0,
  threads = 1,
): Promise<ClosableRenderer> =>
  pooledRenderer(rendererSetup(), {
    timeLimit,
    worker,
    threads,
    quickLength,
    execArgv: ["--require", register],
  });

let pool: ClosableRenderer;
afterEach(() => pool.close());

test("worker threads render the same HTML as the calling thread", async () => {
  pool = await openPool(20_000);
  const here = inThreadRenderer(rendererSetup());
  for (const { source } of Object.values(markdownCases).flat())
    expect(await pool.render(source, caseContext)).toEqual(await here.render(source, caseContext));
  expect(pool.version).toBe(here.version);
});

test("a rendering that takes too long fails, and the ones waiting behind it succeed", async () => {
  pool = await openPool(1500, join(__dirname, "../../support/markdown/slow-worker.cjs"));
  const [endless, next] = await Promise.all([
    pool.render("*endless*", plainContext),
    pool.render("*quick*", plainContext),
  ]);
  expect(endless).toEqual({
    _tag: "Left",
    left: { tag: "unableToRender", code: "BAD_REQUEST", message: "Unable to render message" },
  });
  expect(next).toMatchObject({ _tag: "Right", right: { html: "*quick*" } });
});

const asUser = (user: string) => ({ ...plainContext, requester: { realm: "1", user } });

test("one busy requester delays another by at most one rendering", async () => {
  pool = await openPool(20_000, join(__dirname, "../../support/markdown/slow-worker.cjs"));
  const order: string[] = [];
  const renderings = (user: string, count: number) =>
    Array.from({ length: count }, async (_, index) => {
      await pool.render(`*${index}*`, asUser(user));
      order.push(user);
    });
  await Promise.all([...renderings("mallory", 50), ...renderings("ann", 2)]);
  const [first = 0, second = 0] = order.flatMap((user, index) => (user === "ann" ? [index] : []));
  expect([first <= 1, second - first <= 2, order.length]).toEqual([true, true, 52]);
});

test("one requester never occupies all threads", async () => {
  pool = await openPool(3000, join(__dirname, "../../support/markdown/slow-worker.cjs"), 0, 2);
  const endless = [1, 2].map(() => pool.render("*endless*", asUser("mallory")));
  const isDone = jest.fn();
  for (const one of endless) void one.then(isDone);
  for (let count = 0; count < 5; count += 1)
    expect(await pool.render("*quick*", asUser("ann"))).toMatchObject({ right: { html: "*quick*" } });
  expect(isDone).not.toHaveBeenCalled();
  await Promise.all(endless);
});

test("a full queue answers that the server is busy", async () => {
  pool = await openPool(20_000, join(__dirname, "../../support/markdown/slow-worker.cjs"));
  const outcomes = await Promise.all(
    Array.from({ length: 150 }, (_, index) => pool.render(`*${index}*`, asUser("mallory"))),
  );
  const refused = outcomes.flatMap((outcome) => (outcome._tag === "Left" ? [outcome.left.code] : []));
  expect([refused.length, new Set(refused)]).toEqual([49, new Set(["SERVER_BUSY"])]);
});

test("short and simple messages render without a thread", async () => {
  // This worker returns the source unchanged.
  pool = await openPool(20_000, join(__dirname, "../../support/markdown/slow-worker.cjs"), 20);
  const html = async (source: string, context = plainContext) => {
    const rendered = await pool.render(source, context);
    return rendered._tag === "Right" ? rendered.right.html : rendered.left.message;
  };
  expect(await html("**short**")).toBe("<p><strong>short</strong></p>");
  expect(await html("words and **bold words** of any length")).toBe(
    "<p>words and <strong>bold words</strong> of any length</p>",
  );
  for (const source of ["*longer than twenty-one*", "**a** $$x$$", "**a**\n```\nb\n```", "**a**\n~~~\nb"])
    expect(await html(source)).toBe(source);
  expect(await html("*a*")).toBe("<p><em>a</em></p>");
  const linkifiers = [{ id: 1, pattern: "a+", urlTemplate: "https://x.com/" }];
  expect(await html("**short**", { ...plainContext, linkifiers })).toBe("**short**");
});

test("HTML that is too large is refused", async () => {
  pool = await openPool(20_000);
  const huge = { ...plainContext, customEmoji: [{ id: "1", name: "a", url: `/${"u".repeat(1000)}` }] };
  expect(await pool.render(":a: ".repeat(2000), huge)).toMatchObject({ _tag: "Left" });
});

test("no message of ten thousand characters takes long, whatever it contains", async () => {
  pool = await openPool(5000);
  const context = {
    ...caseContext,
    linkifiers: [
      ...caseContext.linkifiers,
      { id: 2, pattern: "(?P<a>(a+)+)$", urlTemplate: "https://x.com/{a}" },
    ],
    translatesEmoticons: true,
  };
  const refused: string[] = [];
  const filled = runs.map(({ name, write }) => [name, write(10_000)] as const);
  for (const [name, source] of [...Object.entries(hostileMarkdown), ...filled])
    if ((await pool.render(source, context))._tag === "Left") refused.push(name);
  expect(refused).toEqual([]);
});
