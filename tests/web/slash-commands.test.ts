import { isUnknownCommand } from "../../web/src/views/compose/slash-commands";

describe("text that only looks like a command", () => {
  test.each(["/nonsense", "/nonsense now", "/dark mode", " /Shrug\nand more", "/ping pong"])("%j", (text) => {
    expect(isUnknownCommand(text)).toBe(true);
  });

  test.each([
    ["is a command", "/dark"],
    ["is a command", "/fluid-width "],
    ["may still become one", "/fl"],
    ["may still become one", "/"],
    ["turns into a widget", "/poll Lunch?"],
    ["says what its author does", "/me waves"],
    ["is a path", "/etc/hosts is empty"],
    ["is a path", "/usr/bin"],
    ["isn't at the start", "Try /nonsense"],
    ["is no word", "/ 2"],
    ["is empty", ""],
  ])("doesn't include what %s: %j", (_why, text) => {
    expect(isUnknownCommand(text)).toBe(false);
  });
});
