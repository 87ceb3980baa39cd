import MarkdownIt from "markdown-it";
import { unicodeCatalog } from "../src/adapters/emoji/unicode-catalog";
import { pooledRenderer } from "../src/adapters/markdown/pooled-renderer";
import { makeRender } from "../src/adapters/markdown/render";
import { plainContext, type RenderContext } from "../src/application/ports/messages/message-renderer";
import { emojiNames } from "../src/composition/adapters/emoji-names";
import { hostileMarkdown } from "./hostile-markdown";
import { median } from "./load";

/** What people write: mostly a line or two, now and then something longer. */
const ordinary: readonly string[] = [
  "ok",
  "Thanks, that was it!",
  "The quick brown fox jumps over the lazy dog, and **nobody** is surprised any more.",
  "@**Ada** could you have a look at #**general>release**? The tests fail on `main` since this morning.",
  "I think so too :thumbsup:",
  "See https://example.com/issues/1234 and https://example.com/wiki/Release_(planning).",
  "* first we build it\n* then we try it\n* then we *ship* it",
  "> Are we there yet?\n\nNot quite: 2 of 3 are done, and the third one waits for review.",
  "```python\ndef area(r):\n    return 3.14159 * r ** 2\n```",
  "Lunch at 12:30? There is a new place around the corner, and it has a garden.",
];

const context: RenderContext = {
  ...plainContext,
  users: [{ id: 1, fullName: "Ada", isActive: true }],
  channels: [{ id: 1, name: "general" }],
  linkifiers: [{ id: 1, pattern: "#(?P<id>[0-9]+)", urlTemplate: "https://example.com/issues/{id}" }],
  previewsMedia: true,
};

const rounds = 2000;

const perSecond = (render: (source: string) => void): number => {
  for (let warm = 0; warm < rounds / 4; warm += 1) for (const source of ordinary) render(source);
  const start = performance.now();
  for (let round = 0; round < rounds; round += 1) for (const source of ordinary) render(source);
  return (rounds * ordinary.length * 1000) / (performance.now() - start);
};

/** Messages rendered per second by one thread, and by plain markdown-it, which supports less. */
export const renderedPerSecond = async (): Promise<{ readonly ours: number; readonly bare: number }> => {
  const render = await makeRender(emojiNames(unicodeCatalog()));
  const markdown = new MarkdownIt({ linkify: true, breaks: true });
  return {
    ours: perSecond((source) => render(source, context, "")),
    bare: perSecond((source) => markdown.render(source)),
  };
};

/** Milliseconds that the server's threads take for each hostile message, and how many they refuse. */
export const hostileTimes = async (): Promise<{
  readonly middle: number;
  readonly slowest: number;
  readonly slowestName: string;
  readonly refused: number;
}> => {
  const pool = pooledRenderer({ emoji: emojiNames(unicodeCatalog()), realmUrl: () => "" });
  await pool.render("warm up", context);
  const times: { readonly name: string; readonly taken: number }[] = [];
  let refused = 0;
  for (const [name, source] of Object.entries(hostileMarkdown)) {
    const start = performance.now();
    if ((await pool.render(source, context))._tag === "Left") refused += 1;
    times.push({ name, taken: performance.now() - start });
  }
  await pool.close();
  const slowest = times.reduce((a, b) => (a.taken > b.taken ? a : b));
  return {
    middle: median(times.map(({ taken }) => taken)),
    slowest: slowest.taken,
    slowestName: slowest.name,
    refused,
  };
};
