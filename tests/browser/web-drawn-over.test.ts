import { describeInBrowser, message } from "../support/browser/web-windows";

jest.setTimeout(120_000);

/** Which message somebody clicks in the middle of a message's text. */
const ownerOfMiddle = (element: Element): string | null | undefined => {
  const { left, top, height } = element.getBoundingClientRect();
  return element.ownerDocument
    .elementFromPoint(left + 30, top + height / 2)
    ?.closest(".words")
    ?.getAttribute("data-tried");
};

describeInBrowser("what somebody writes in the web client", (windows) => {
  test.each([
    ["a formula that reaches far above its line", "$$\\smash{\\rule[1em]{50em}{30em}}$$"],
    ["a formula that reaches far below its line", "$$\\smash{\\rule[-30em]{50em}{30em}}$$"],
  ])("is drawn inside its own message, even %s", async (what, formula) => {
    const topic = what.replaceAll(" ", "-");
    for (const text of ["said before", `see ${formula}`, "said after"])
      await windows.send(windows.owner, topic, text);
    const olive = await windows.openAs("owner@example.com");
    await olive.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}`);
    await message(olive, "said after").waitFor();
    for (const text of ["said before", "said after"]) {
      const words = message(olive, text).locator(".words");
      await words.evaluate((one, name) => one.setAttribute("data-tried", name), text);
      expect(await words.evaluate(ownerOfMiddle)).toBe(text);
    }
  });
});
