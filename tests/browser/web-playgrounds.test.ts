import type { Page } from "playwright-core";
import { allWindows, check, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

describeInBrowser("code playgrounds in the web client", (windows) => {
  const add = (name: string, language: string, url_template: string) =>
    windows.owner.callEndpoint("/realm/playgrounds", "POST", {
      name,
      pygments_language: language,
      url_template,
    });
  const block = (page: Page, code: string) => page.locator(".codehilite").filter({ hasText: code });
  /** Where buttons lead, without leaving this machine. */
  const opened = "window.went";
  const openCode = async (page: Page) => {
    await page.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/code`);
    await message(page, "last words").waitFor();
    await page.evaluate("window.went = []; window.open = (...to) => { window.went.push(to.join(' ')); }");
  };

  beforeAll(async () => {
    await add("Here", "Python", "https://one.example.com/?code={code}");
    await add("Rusty", "Rust", "https://rust.example.com/{?code}");
    await add("Crabs", "Rust", "https://crabs.example.com/{?code}");
    const code = ["```python\na = 1 & 2\n```", "```rust\nlet b\n```", "```go\nvar c\n```", "last words"];
    await windows.send(windows.ben, "code", code.join("\n\n"));
  });

  test("a block opens in its language's playground, or the one chosen of several, by keyboard", async () => {
    const olive = await windows.openAs(ownerEmail);
    await openCode(olive);
    await block(olive, "a = 1").getByRole("button", { name: "View in Here" }).press("Enter");
    await until(
      olive,
      `${opened}[0] === 'https://one.example.com/?code=a%20%3D%201%20%26%202%0A _blank noopener'`,
    );
    const choice = block(olive, "let b").getByRole("button", { name: "View in playground" });
    await choice.press("Enter");
    await olive.getByRole("menuitem", { name: "Rusty" }).waitFor();
    await until(olive, "document.activeElement.getAttribute('role') === 'menuitem'");
    await olive.keyboard.press("ArrowDown");
    await olive.keyboard.press("Enter");
    await until(olive, `${opened}[1] === 'https://crabs.example.com/?code=let%20b%0A _blank noopener'`);
    await olive.getByRole("menuitem").first().waitFor({ state: "detached" });
    await expect(block(olive, "var c").getByRole("button").count()).resolves.toBe(1);
    await add("Gopher", "Go", "https://go.example.com/{?code}");
    await block(olive, "var c").getByRole("button", { name: "View in Gopher" }).waitFor();
    await expect(block(olive, "a = 1").getByRole("button").count()).resolves.toBe(2);
  });

  test.each(allWindows)("the buttons are accessible and fit in: %s", async (name, options) => {
    const olive = await windows.openAs(ownerEmail, options);
    await openCode(olive);
    await block(olive, "let b").getByRole("button", { name: "View in playground" }).focus();
    await check(olive, `playgrounds-${name}`);
  });
});
