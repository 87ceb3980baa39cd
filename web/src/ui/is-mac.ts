/** Whether Command takes the place of Ctrl. */
export const isMac = /^(?:Mac|iP)/.test(globalThis.navigator?.platform ?? "");
