import { readFileSync } from "node:fs";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";

/** A window of a browser with the tools to measure it. */
export interface Measured {
  readonly page: Page;
  readonly tools: CDPSession;
  close(): Promise<void>;
}

const viewport = { width: 1280, height: 800 };
/**
 * Larger than the page. Chromium draws only what is inside its window, whose frame takes part of it: in a window of the
 * page's size, no frame showed what changed in the lowest rows, and a key press there seemed to wait for another change.
 */
const windowSize = { width: 1400, height: 1000 };
const executablePath = process.env.PARLEY_TEST_CHROMIUM ?? "/usr/bin/chromium";
const bytesPerMegabit = 125_000;

export const launch = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--js-flags=--expose-gc", ...more],
    // The program that launches it ends it. Playwright would end the program, too.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });

const measuring = async (page: Page): Promise<CDPSession> => {
  const tools = await page.context().newCDPSession(page);
  const { windowId } = await tools.send("Browser.getWindowForTarget");
  await tools.send("Browser.setWindowBounds", { windowId, bounds: windowSize });
  await tools.send("Performance.enable");
  return tools;
};

/**
 * Marks the frame that shows the first conversation. The page marks it itself: a locator of Playwright's that waits for it
 * brings 330 kB of script along, which took a fifth of what a warm start seemed to take.
 */
const markUsable = `new MutationObserver((_changes, observer) => {
  if (!document.querySelector("main [data-keys=row]")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => performance.mark("usable")));
}).observe(document, { childList: true, subtree: true })`;

/** A logged-in window; several share a browser's storage. */
export const openWindow = async (
  browser: Browser,
  url: string,
  email: string,
  password: string,
): Promise<Measured> => {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  const tools = await measuring(page);
  // Logged in, but the client isn't loaded yet.
  await page.route("**/web/**", (route) => route.abort());
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(`${url}/`);
  await page.unrouteAll();
  await page.goto("about:blank");
  await page.addInitScript(markUsable);
  return { page, tools, close: () => context.close() };
};

/** Another window of the same browser and person. */
export const besideWindow = async ({ page: first }: Measured): Promise<Measured> => {
  const context = first.context();
  const page = await context.newPage();
  return { page, tools: await measuring(page), close: () => page.close() };
};

/** A slow machine on a slow connection: a quarter of the speed, 10 Mbit/s, 40 ms. */
export const slow = async ({ tools }: Measured, isSlow: boolean): Promise<void> => {
  await tools.send("Emulation.setCPUThrottlingRate", { rate: isSlow ? 4 : 1 });
  await tools.send("Network.enable");
  const throughput = isSlow ? 10 * bytesPerMegabit : -1;
  await tools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: isSlow ? 40 : 0,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
};

const metric = async ({ tools }: Measured, name: string): Promise<number> => {
  const { metrics } = await tools.send("Performance.getMetrics");
  return metrics.find((one) => one.name === name)?.value ?? Number.NaN;
};

/** Seconds of CPU that the main thread used; other work on the machine doesn't count. */
export const cpu = (window: Measured): Promise<number> => metric(window, "ThreadTime");

const mib = 1024 * 1024;

/** Megabytes of JavaScript in use after garbage collection. */
export const heap = async (window: Measured): Promise<number> => {
  await window.tools.send("HeapProfiler.collectGarbage");
  return (await metric(window, "JSHeapUsedSize")) / mib;
};

/** Private megabytes of the largest renderer process. */
export const rendererMemory = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => {
      const text = readFileSync(`/proc/${id}/smaps_rollup`, "utf8");
      const kib = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].map(([, one]) => Number(one));
      return kib.reduce((sum, one) => sum + one, 0) / 1024;
    });
  return Math.max(...sizes);
};
