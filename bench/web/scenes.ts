import { call } from "../load";
import type { Person } from "../seed";
import { cpu, heap, type Measured, slow } from "./window";

const lookEvery = 200;
const longest = 60_000;

/** When the page marked itself as usable, in milliseconds since its load began. */
const usableAt = async ({ page, tools }: Measured): Promise<number> => {
  const expression = 'performance.getEntriesByName("usable")[0]?.startTime';
  for (let waited = 0; waited < longest; waited += lookEvery) {
    await page.waitForTimeout(lookEvery);
    const { result } = await tools.send("Runtime.evaluate", { expression, returnByValue: true });
    if (typeof result.value === "number") return result.value;
  }
  throw new Error("No conversation is on screen");
};

/** Milliseconds from the beginning of a load to the frame that shows conversations, and of CPU until then. */
export const timeToUsable = async (
  window: Measured,
  url: string,
): Promise<{ readonly time: number; readonly cpu: number }> => {
  const before = await cpu(window);
  await window.page.goto(`${url}/#inbox`, { waitUntil: "commit" });
  const time = await usableAt(window);
  return { time, cpu: ((await cpu(window)) - before) * 1000 };
};

/** Waits until the client can start offline and has stored what it knows. */
export const settle = async ({ page }: Measured): Promise<void> => {
  await page.evaluate("navigator.serviceWorker.ready");
  await page.waitForTimeout(12_000);
};

/** Scrolls back through a channel until that many messages are loaded. Returns how far the position jumped at most. */
export const scrollBack = async ({ page }: Measured, hash: string, messages: number) => {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.locator(".scroller article").first().waitFor();
  return (await page.evaluate(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 5)));
    const scroller = document.querySelector(".scroller");
    const seen = new Set();
    let worst = 0, most = 0;
    for (let turn = 0; turn < 20_000 && seen.size < ${messages}; turn += 1) {
      scroller.scrollTop -= 1500;
      await frame();
      const rows = [...scroller.querySelectorAll("[data-id]")];
      for (const row of rows) seen.add(row.dataset.id);
      most = Math.max(most, document.getElementsByTagName("*").length);
      const top = scroller.getBoundingClientRect().top;
      const first = rows.find((row) => row.getBoundingClientRect().bottom > top + 5);
      const before = first?.getBoundingClientRect().top;
      await frame();
      if (first?.isConnected) worst = Math.max(worst, Math.abs(first.getBoundingClientRect().top - before));
    }
    return { worst, most, seen: seen.size };
  })()`)) as { readonly worst: number; readonly most: number; readonly seen: number };
};

const atPart = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Milliseconds from a key press to the frame that shows it, while twenty messages a second arrive. */
export const typing = async (
  window: Measured,
  url: string,
  sender: Person,
  place: { readonly hash: string; readonly channelId: number; readonly topic: string },
  seconds: number,
) => {
  const { page } = window;
  await page.evaluate(`location.hash = ${JSON.stringify(place.hash)}`);
  await page.locator(".compose textarea").click();
  await page.evaluate(`{
    globalThis.keyTimes = [];
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) if (one.name === "keydown") globalThis.keyTimes.push(one.duration);
    }).observe({ type: "event", durationThreshold: 16 });
  }`);
  const end = Date.now() + seconds * 1000;
  let pressed = 0;
  const send = async (): Promise<void> => {
    for (let index = 0; Date.now() < end; index += 1) {
      void call(`${url}/api/v1/messages`, "POST", sender, {
        type: "stream",
        to: String(place.channelId),
        topic: place.topic,
        content: `Word ${index}`,
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const type = async (): Promise<void> => {
    while (Date.now() < end) {
      await page.keyboard.press("a");
      pressed += 1;
      await page.waitForTimeout(90);
    }
  };
  await Promise.all([send(), type()]);
  const slowOnes = ((await page.evaluate("globalThis.keyTimes")) as readonly number[]) ?? [];
  // Browsers only report those over 16 ms; all others were faster.
  const all = [...Array.from({ length: Math.max(0, pressed - slowOnes.length) }, () => 16), ...slowOnes].sort(
    (a, b) => a - b,
  );
  return { p95: atPart(all, 0.95), p99: atPart(all, 0.99), pressed };
};

/** Median milliseconds until a conversation that was open before is drawn again. */
export const switches = async ({ page }: Measured, hashes: readonly string[], rounds: number) => {
  const times = (await page.evaluate(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    const hashes = ${JSON.stringify(hashes)};
    const times = [];
    for (let turn = 0; turn < ${rounds + 4}; turn += 1) {
      const before = document.querySelector(".scroller");
      const began = performance.now();
      location.hash = hashes[turn % hashes.length];
      for (let wait = 0; wait < 200; wait += 1) {
        await frame();
        const now = document.querySelector(".scroller");
        if (now && now !== before && now.querySelector("article")) break;
      }
      if (turn >= 4) times.push(performance.now() - began);
    }
    return times.sort((a, b) => a - b);
  })()`)) as readonly number[];
  return { median: atPart(times, 0.5), p95: atPart(times, 0.95) };
};

/** Megabytes that many switches leave behind, and the share of time that an idle window works. */
export const wear = async (window: Measured, hashes: readonly [string, string], rounds: number) => {
  await switches(window, hashes, 50);
  const before = await heap(window);
  await switches(window, hashes, rounds);
  const grown = (await heap(window)) - before;
  await window.page.waitForTimeout(2000);
  const began = await cpu(window);
  await window.page.waitForTimeout(20_000);
  return { grown, idle: ((await cpu(window)) - began) / 20 };
};

const slowly = async (window: Measured, start: () => Promise<{ readonly time: number }>): Promise<number> => {
  await slow(window, true);
  await window.page.goto("about:blank");
  const { time } = await start();
  await slow(window, false);
  return time;
};

/** `timeToUsable` on a slow machine and connection. */
export const slowStart = (window: Measured, url: string): Promise<number> =>
  slowly(window, () => timeToUsable(window, url));

/** `timeToUsable` on a slow machine without a connection. */
export const offlineStart = (window: Measured, url: string): Promise<number> =>
  slowly(window, async () => {
    const context = window.page.context();
    await context.setOffline(true);
    const start = await timeToUsable(window, url);
    await context.setOffline(false);
    return start;
  });
