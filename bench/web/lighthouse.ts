import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { call } from "../load";
import type { Person } from "../seed";
import { launch } from "./window";

/** Lighthouse's scores for a page, each from 0 to 100. */
interface Scores {
  readonly performance: number;
  readonly accessibility: number;
}

type Lighthouse = (
  url: string,
  flags: object,
) => Promise<{
  readonly lhr: { readonly categories: Readonly<Record<keyof Scores, { readonly score: number | null }>> };
}>;

/** How often Lighthouse tries: sometimes the browser doesn't tell it when something was painted. */
const mostTries = 3;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

/** Opens a channel to the web, with something to read. Returns its address. */
export const openChannel = async (url: string, owner: Person): Promise<string> => {
  const post = <A>(path: string, form: Readonly<Record<string, string>>): Promise<A> =>
    call(`${url}/api/v1${path}`, "POST", owner, form);
  await call(`${url}/api/v1/realm`, "PATCH", owner, { enable_spectator_access: "true" });
  const subscribers = JSON.stringify([owner.id]);
  const { id } = await post<{ id: number }>("/channels/create", {
    name: "open",
    subscribers,
    is_web_public: "true",
  });
  for (let index = 0; index < 60; index += 1)
    await post("/messages", {
      type: "stream",
      to: "open",
      topic: "plans",
      content: `**Line ${index}** of [a plan](https://example.com), with \`code\``,
    });
  return `${url}/#narrow/channel/${id}-open/topic/plans`;
};

/** The scores in percent; undefined if Lighthouse missed something that it needs for one. */
const scoresBy = async (lighthouse: Lighthouse, url: string): Promise<Scores | undefined> => {
  const port = await freePort();
  const browser = await launch(`--remote-debugging-port=${port}`);
  try {
    const onlyCategories = ["performance", "accessibility"];
    const { lhr } = await lighthouse(url, { port, onlyCategories, logLevel: "error" });
    const [performance, accessibility] = [
      lhr.categories.performance.score,
      lhr.categories.accessibility.score,
    ];
    if (performance === null || accessibility === null) return undefined;
    return { performance: 100 * performance, accessibility: 100 * accessibility };
  } finally {
    await browser.close();
  }
};

/**
 * Lighthouse's scores for a page on a phone, without a login. Lighthouse is larger than everything else here, so it isn't
 * among our packages: BENCH_LIGHTHOUSE names the folder of an installed `lighthouse`. Undefined without it.
 */
export const lighthouseScores = async (url: string): Promise<Scores | undefined> => {
  const folder = process.env.BENCH_LIGHTHOUSE;
  if (!folder) return undefined;
  const { default: lighthouse } = (await import(pathToFileURL(join(folder, "core/index.js")).href)) as {
    default: Lighthouse;
  };
  for (let tries = 0; tries < mostTries; tries += 1) {
    const scores = await scoresBy(lighthouse, url);
    if (scores !== undefined) return scores;
  }
  throw new Error("Lighthouse didn't score the page");
};
