import { benEmail, check, describeInBrowser } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";
const nothingIsSent = /This server sends no email/;

interface Invitation {
  readonly invited_as: number;
  readonly is_multiuse: boolean;
  readonly link_url?: string;
}

describeInBrowser(
  "the web client of a server that sends no mail",
  (windows) => {
    test("the dialog for invitations makes a link for the chosen role instead", async () => {
      const olive = await windows.openAs(ownerEmail);
      await olive.getByRole("button", { name: "You", exact: true }).click();
      await olive.getByRole("menuitem", { name: "Invite people" }).click();
      const dialog = olive.getByRole("dialog", { name: "Invite people" });
      await dialog.getByText(nothingIsSent).waitFor();
      await check(olive, "invite-without-mail");
      await expect(dialog.getByLabel("Email addresses").count()).resolves.toBe(0);
      await expect(dialog.getByRole("button", { name: "Send invitations" }).count()).resolves.toBe(0);
      await dialog.getByLabel("Join as").selectOption("Guest");
      await dialog.getByRole("button", { name: "Create a link" }).click();
      const link = await dialog.getByLabel("Invitation link").inputValue();
      const { invites } = (await windows.owner.callEndpoint("/invites", "GET", {})) as {
        invites: Invitation[];
      };
      expect(invites).toEqual([
        expect.objectContaining({ invited_as: 600, is_multiuse: true, link_url: link }),
      ]);
      await dialog.getByRole("button", { name: "Copy" }).click();
      await olive.getByText("Link copied.").waitFor();
      await expect(olive.evaluate("navigator.clipboard.readText()")).resolves.toBe(link);
    });

    test("anyone who opens an invitation link joins with it, and is in the client", async () => {
      const { invite_link: link } = (await windows.owner.callEndpoint("/invites/multiuse", "POST", {
        stream_ids: "[]",
      })) as { invite_link: string };
      const yan = await (await windows.browser.newContext()).newPage();
      await yan.goto(link);
      await expect(yan.getByText(nothingIsSent).count()).resolves.toBe(0);
      await yan.getByLabel("Email").fill("yan@example.org");
      await yan.getByRole("button", { name: "Continue" }).click();
      await yan.getByLabel("Your name").fill("Yan");
      await yan.getByLabel("Password").fill("seven purple elephants");
      await yan.getByRole("button", { name: "Create my account" }).click();
      await yan.getByRole("heading", { name: "Inbox" }).waitFor();
    });

    test("whoever joins with the address of their account keeps it, and can log in with it", async () => {
      const { invite_link: link } = (await windows.owner.callEndpoint("/invites/multiuse", "POST", {
        stream_ids: "[]",
      })) as { invite_link: string };
      const again = await (await windows.browser.newContext()).newPage();
      await again.goto(link);
      await again.getByLabel("Email").fill(benEmail);
      await again.getByRole("button", { name: "Continue" }).click();
      await again.getByText("Already has an account.").waitFor();
      await expect(again.getByLabel("Email").inputValue()).resolves.toBe(benEmail);
      await again.getByRole("link", { name: "Log in", exact: true }).click();
      await again.getByRole("heading", { name: "Log in" }).waitFor();
      await expect(again.getByLabel("Email").inputValue()).resolves.toBe(benEmail);
    });

    test("people who may not create links learn that they can't invite anybody", async () => {
      const ben = await windows.openAs(benEmail);
      await ben.getByRole("button", { name: "You", exact: true }).click();
      await ben.getByRole("menuitem", { name: "Invite people" }).click();
      await ben.getByText("Ask an administrator.").waitFor();
      await expect(ben.getByRole("dialog").locator("form button").count()).resolves.toBe(0);
    });

    test("nothing else claims to send a mail", async () => {
      await windows.owner.callEndpoint("/invites", "POST", {
        invitee_emails: "zoe@example.org",
        stream_ids: "[]",
      });
      const olive = await windows.openAs(ownerEmail);
      const show = (section: string) => olive.goto(`${windows.url}/#${section}`);
      await show("organization/invitations");
      await olive.getByText(nothingIsSent).waitFor();
      await expect(olive.getByRole("button", { name: /^Resend.*zoe/ }).isDisabled()).resolves.toBe(true);
      await show("settings/notifications");
      await olive.getByText(nothingIsSent).waitFor();
      await check(olive, "notifications-without-mail");
      await show("settings/account");
      await olive.getByText("Change email").first().click();
      await olive.getByText(nothingIsSent).waitFor();
      await show(`organization/people/${windows.benId}`);
      await olive.getByRole("button", { name: "Deactivate" }).first().waitFor();
      await expect(olive.getByLabel(/by email/).count()).resolves.toBe(0);
      const visitor = await (await windows.browser.newContext()).newPage();
      await visitor.goto(`${windows.url}/accounts/password/reset`);
      await visitor.getByText(nothingIsSent).waitFor();
      await visitor.getByLabel("Email").fill(benEmail);
      await visitor.getByRole("button").first().click();
      await visitor.getByRole("heading", { name: nothingIsSent }).waitFor();
    });
  },
  () => ({ PARLEY_SMTP_URL: undefined }),
);
