// Order matters: browsers' headers also name the ones after them.
const programs: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|HeadlessChrome|Chromium|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(iPhone|iPad|iPod)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** A browser's common name, as in `Firefox on Linux`; the User-Agent itself for unknown ones. */
export const browserName = (userAgent: string): string => {
  const program = programs.find(([, sign]) => sign.test(userAgent))?.[0];
  const system = systems.find(([, sign]) => sign.test(userAgent))?.[0];
  if (program === undefined) return userAgent;
  return system === undefined ? program : `${program} on ${system}`;
};
