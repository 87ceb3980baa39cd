import { addUser } from "../../support/http/add-user";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await addUser(server, { email: "Here@example.org" });
  await addUser(server, { email: "gone@example.org", isActive: false });
});
afterAll(() => server.stop());

const invite = async (invitee_emails: string) => {
  const { status, body } = await owner.post("/invites", { invitee_emails, stream_ids: [] });
  expect(status).toBe(body.result === "success" ? 200 : 400);
  return body;
};
const invited = async (): Promise<readonly string[]> =>
  (await owner.get("/invites")).body.invites.map(({ email }: { email: string }) => email);
const isMailed = async (email: string) =>
  (await server.mails()).some((mail) => mail.startsWith(`Mail to ${email},`));
const failed = (
  msg: string,
  errors: readonly (readonly [string, string, boolean])[],
  sent_invitations: boolean,
) =>
  failure(msg, "INVITATION_FAILED", {
    errors,
    sent_invitations,
    daily_limit_reached: false,
    license_limit_reached: false,
  });
const here = ["here@example.org", "Already has an account.", false] as const;
const deactivated = ["GONE@example.org", "Account has been deactivated.", true] as const;

shows(
  ["§7 error INVITATION_FAILED, some invited addresses already have accounts", "§7 note 2"],
  "reports addresses with accounts and invites the others",
  async () => {
    const events = await listenTo(owner, ["invites_changed"]);
    expect(await invite("here@example.org,new1@example.org,GONE@example.org,new2@example.org")).toEqual(
      failed(
        "Some of those addresses are already using Parley, so we didn't send them an invitation. We did send invitations to everyone else!",
        [here, deactivated],
        true,
      ),
    );
    expect(await invited()).toEqual(["new1@example.org", "new2@example.org"]);
    expect(await events()).toEqual([{ type: "invites_changed" }]);
    for (const [email, is] of [
      ["new1@example.org", true],
      ["new2@example.org", true],
      ["here@example.org", false],
      ["GONE@example.org", false],
    ] as const)
      expect([email, await isMailed(email)]).toEqual([email, is]);
  },
);

shows(
  ["§7 error INVITATION_FAILED, some invited addresses already have accounts", "§7 note 2"],
  "invites nobody if all addresses have accounts or one is invalid",
  async () => {
    const before = await invited();
    const events = await listenTo(owner, ["invites_changed"]);
    expect(await invite("here@example.org")).toEqual(
      failed("We weren't able to invite anyone.", [here], false),
    );
    expect(await invite("not an address,here@example.org,new3@example.org")).toEqual(
      failed(
        "Some emails did not validate, so we didn't send any invitations.",
        [["not an address", "Invalid address.", false], here],
        false,
      ),
    );
    expect([await invited(), await events(), await isMailed("new3@example.org")]).toEqual([
      before,
      [],
      false,
    ]);
  },
);

shows("§7 note 2", "reports an exceeded daily limit in the same fields", async () => {
  const strict = await startServer({ settings: { PARLEY_INVITATIONS_PER_DAY: "2" } });
  const form = { invitee_emails: "a@example.org,b@example.org,c@example.org", stream_ids: [] };
  const { status, body } = await strict.owner.post("/invites", form);
  expect([status, body]).toEqual([
    400,
    failure(
      expect.stringMatching(/^To protect users, Parley limits/) as unknown as string,
      "INVITATION_FAILED",
      {
        errors: [],
        sent_invitations: false,
        daily_limit_reached: true,
        license_limit_reached: false,
      },
    ),
  ]);
  expect((await strict.owner.get("/invites")).body.invites).toEqual([]);
  const two = { ...form, invitee_emails: "a@example.org,b@example.org" };
  expect((await strict.owner.post("/invites", two)).body).toEqual(success());
  await strict.stop();
});
