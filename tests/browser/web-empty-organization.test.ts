import type { Locator } from "playwright-core";
import { allWindows, check, describeInBrowser, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

describeInBrowser("the first minute of an organization", (windows) => {
  const { openAs } = windows;
  beforeAll(() => windows.owner.callEndpoint(`/users/${windows.benId}`, "DELETE", {}));

  /** The tests' server listens on an address that nobody else can reach. */
  const onlyHere = (dialog: Locator) =>
    dialog.getByText(/^Only this computer can open .*PARLEY_URL/).waitFor();

  test("the first page offers inviting people, creating channels and installing apps until somebody joins", async () => {
    const olive = await openAs(ownerEmail);
    await olive.getByRole("heading", { name: "Set up your team in three steps" }).waitFor();
    await olive.getByRole("button", { name: "Invite people" }).click();
    await onlyHere(olive.getByRole("dialog", { name: "Invite people" }));
    await olive.keyboard.press("Escape");
    await olive.getByRole("button", { name: "Create channels" }).click();
    await olive.getByRole("dialog").getByRole("textbox").first().waitFor();
    await olive.keyboard.press("Escape");
    await olive.getByRole("button", { name: "Install the apps" }).click();
    await onlyHere(olive.getByRole("dialog", { name: "Apps" }));
    await olive.getByRole("button", { name: "Copy address" }).click();
    await expect(olive.evaluate("navigator.clipboard.readText()")).resolves.toBe(windows.url);
    await olive.keyboard.press("Escape");
    await windows.owner.callEndpoint(`/users/${windows.benId}/reactivate`, "POST", {});
    await until(olive, "document.querySelector('.first-steps') === null");
    await windows.owner.callEndpoint(`/users/${windows.benId}`, "DELETE", {});
    await until(olive, "document.querySelector('.first-steps') !== null");
  });

  test.each(allWindows)("the first page is accessible: %s", async (name, options) => {
    const olive = await openAs(ownerEmail, options);
    await olive.getByRole("button", { name: "Install the apps" }).waitFor();
    await check(olive, `first-minute-${name}`);
    await olive.getByRole("button", { name: "Install the apps" }).click();
    await olive.getByRole("button", { name: "Copy address" }).waitFor();
    await check(olive, `apps-${name}`);
  });
});
