import { existsSync } from "node:fs";

/** Debian's Firefox ESR by default: the browser that people have, driven by WebDriver BiDi. */
export const firefoxPath = process.env.PARLEY_TEST_FIREFOX ?? "/usr/bin/firefox-esr";
export const hasFirefox = existsSync(firefoxPath);
