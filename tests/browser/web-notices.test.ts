import type { Page } from "playwright-core";
import { benEmail, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("when the web client notifies", (windows) => {
  const { openAs } = windows;

  /** A window that records the notifications it shows; the user looks at it or not. */
  const open = async (hasFocus: boolean): Promise<Page> => {
    const ben = await openAs(benEmail, { permissions: ["notifications"] });
    await until(ben, "document.querySelector('[aria-live]') !== null");
    await ben.evaluate(`{
      document.hasFocus = () => ${hasFocus};
      globalThis.shown = [];
      globalThis.Notification = class {
        static permission = "granted";
        constructor(_, { body }) { globalThis.shown.push(body); }
        close() {}
      };
    }`);
    return ben;
  };
  const sendDirect = async (content: string): Promise<number> => {
    const to = JSON.stringify([windows.benId]);
    const sent = await windows.owner.callEndpoint("/messages", "POST", { type: "direct", to, content });
    return (sent as { id: number }).id;
  };

  test.each(["#feed", "#narrow/channel/GENERAL"])(
    "a mention in view shows no notification, also in a list of several conversations: %s",
    async (hash) => {
      const ben = await open(true);
      await ben.evaluate(
        `window.location.hash = ${JSON.stringify(hash)}.replace("GENERAL", "${windows.generalId}")`,
      );
      await ben.locator(".scroller article").first().waitFor();
      await windows.send(windows.owner, "in view", `Seen, @**Ben Bell|${windows.benId}**`);
      await message(ben, "Seen, @Ben Bell").last().waitFor();
      await ben.waitForTimeout(500);
      expect(await ben.evaluate("globalThis.shown")).toEqual([]);
      await sendDirect("Out of view");
      if (hash !== "#feed") await until(ben, "globalThis.shown.join() === 'Out of view'");
      await ben.context().close();
    },
  );

  test("an edit that adds a mention notifies once, and not of a message that was read", async () => {
    const ben = await open(false);
    const id = await windows.send(windows.owner, "edited", "Who can?");
    const read = await windows.send(windows.owner, "edited", "Who has?");
    const edit = (message: number, text: string) =>
      windows.owner.callEndpoint(`/messages/${message}`, "PATCH", {
        content: `${text}, @**Ben Bell|${windows.benId}**`,
      });
    await windows.ben.callEndpoint("/messages/flags", "POST", {
      messages: JSON.stringify([read]),
      op: "add",
      flag: "read",
    });
    await edit(read, "Who had");
    await edit(id, "Who can");
    await until(ben, "globalThis.shown.length > 0");
    await edit(id, "Who really can");
    await sendDirect("Later");
    await until(ben, "globalThis.shown.includes('Later')");
    expect(await ben.evaluate("globalThis.shown")).toEqual(["Who can, @Ben Bell", "Later"]);
    await ben.context().close();
  });
});
