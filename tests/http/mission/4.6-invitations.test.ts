import request from "supertest";
import { anInvitation } from "../../support/builders/entities";
import { addUser } from "../../support/http/add-user";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
});
afterAll(() => server.stop());

const invite = async (who: Client, form: object) =>
  (await who.post("/invites", { stream_ids: [], ...form })).body;
interface Listed {
  readonly id: number;
  readonly email: string;
  readonly invited: number;
  readonly expiry_date: number | null;
}
const listed = async (on = server): Promise<Listed[]> => (await on.owner.get("/invites")).body.invites;
const mailsTo = async (email: string) =>
  (await server.mails()).filter((mail) => mail.startsWith(`Mail to ${email},`));
const invalid = (name: string, problem: string) =>
  failure(problem, "REQUEST_VARIABLE_INVALID", { var_name: name });

shows(
  ["§4.6 note 1", "§4.6 note 2", "§4.6 parameter invitee_emails"],
  "mails a link once to each address separated by commas or newlines, and answers with a bare success",
  async () => {
    const [member, other] = [await addUser(server), await addUser(server)];
    const [ownersEvents, members, others] = await Promise.all(
      [owner, member, other].map((who) => listenTo(who, ["invites_changed"])),
    );
    const invitee_emails = "ada@example.org, Ben <ben@example.org>\nADA@example.org,,\r\ncleo@example.org\n";
    expect(await invite(member, { invitee_emails })).toEqual(success());
    for (const name of ["ada", "ben", "cleo"]) {
      const mails = await mailsTo(`${name}@example.org`);
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatch(/http:\/\/chat\.example\.com\/join\/[\w.-]{40,}/);
      expect(mails[0]).toContain(`Person ${member.id} has invited you to join Example`);
    }
    const now = Date.now() / 1000;
    const common = {
      id: expect.any(Number),
      invited: expect.any(Number),
      expiry_date: expect.any(Number),
      invited_as: 400,
      invited_by_user_id: member.id,
      is_multiuse: false,
      notify_referrer_on_join: true,
    };
    const invites = await listed();
    expect(invites).toEqual(
      ["ada", "ben", "cleo"].map((name) => ({ ...common, email: `${name}@example.org` })),
    );
    for (const { invited } of invites) expect(Math.abs(invited - now)).toBeLessThan(60);
    const changed = [{ type: "invites_changed" }];
    expect([await ownersEvents?.(), await members?.(), await others?.()]).toEqual([changed, changed, []]);
  },
);

shows(
  ["§4.6 parameter invitee_emails", "§7 error BAD_REQUEST, invitation without email"],
  "refuses a request without an address",
  async () => {
    const before = await listed();
    for (const invitee_emails of ["", "  ", " ,\n", ","]) {
      const { status, body } = await owner.post("/invites", { invitee_emails, stream_ids: [] });
      expect([status, body]).toEqual([400, failure("You must specify at least one email address.")]);
    }
    expect(await invite(owner, {})).toEqual(
      failure("Missing 'invitee_emails' argument", "REQUEST_VARIABLE_MISSING", {
        var_name: "invitee_emails",
      }),
    );
    expect(await listed()).toEqual(before);
  },
);

shows(
  ["§4.6 parameter invite_expires_in_minutes", "§9 level of invite_expires_in_minutes"],
  "an invitation expires after invite_expires_in_minutes, or never",
  async () => {
    const { zulip_feature_level } = (await request(server.http).get("/api/v1/server_settings")).body;
    expect(zulip_feature_level).toBeGreaterThanOrEqual(126);
    for (const [invite_expires_in_minutes, seconds] of [
      [2, 120],
      [52_560_000, 3_153_600_000],
      [null, null],
    ] as const) {
      const form = { invitee_emails: `in${seconds}@example.org`, invite_expires_in_minutes };
      expect(await invite(owner, form)).toEqual(success());
      const { invited, expiry_date } = (await listed()).at(-1) as Listed;
      expect(expiry_date === null ? null : expiry_date - invited).toBe(seconds);
    }
    const name = "invite_expires_in_minutes";
    for (const [value, problem] of [
      [0, "is too small"],
      [-5, "is too small"],
      [52_560_001, "is too large"],
      [1.5, "is not an integer"],
      ["soon", "is not valid JSON"],
      ["", "is not valid JSON"],
    ])
      expect(await invite(owner, { invitee_emails: "x@example.org", [name]: value })).toEqual(
        invalid(name, `${name} ${problem}`),
      );
    expect(await mailsTo("x@example.org")).toEqual([]);
  },
);

shows(
  "§4.6 parameter invite_expires_in_minutes",
  "an expired invitation is not listed and its link doesn't work",
  async () => {
    const expiresAt = Date.now() - 1000;
    await server.append({ type: "invitations_made", invitations: [anInvitation({ id: 900, expiresAt })] });
    expect((await listed()).map(({ id }) => id)).not.toContain(900);
    const token = server.linkTokens.write("invitation", { realm: server.realmId, invitation: 900 });
    const { status, text } = await request(server.http).get(`/join/${token}`).set("Host", "chat.example.com");
    expect([status, text.includes("has expired")]).toEqual([410, true]);
  },
);

shows(
  ["§8 limit default invitation validity", "§4.6 parameter invite_expires_in_minutes"],
  "an invitation expires after ten days by default, or what the server is configured to",
  async () => {
    expect(await invite(owner, { invitee_emails: "default@example.org" })).toEqual(success());
    const { invited, expiry_date } = (await listed()).at(-1) as Listed;
    expect((expiry_date ?? 0) - invited).toBe(14_400 * 60);
    const hasty = await startServer({ settings: { PARLEY_INVITATION_MINUTES: "90" } });
    await invite(hasty.owner, { invitee_emails: "hasty@example.org" });
    await hasty.owner.post("/invites/multiuse");
    for (const one of await listed(hasty)) expect((one.expiry_date ?? 0) - one.invited).toBe(90 * 60);
    await hasty.stop();
  },
);

shows("§4.6 note 1", "accepts the parameters in a multipart body or the query", async () => {
  const post = (path: string) =>
    request(server.http).post(`/api/v1/invites${path}`).auth(owner.email, owner.apiKey);
  const fields = { invitee_emails: "multi@example.org", stream_ids: "[1]" };
  expect((await post("").field(fields)).body).toEqual(success());
  expect((await post("?invitee_emails=query%40example.org&stream_ids=%5B%5D&later=1")).body).toEqual(
    success({ ignored_parameters_unsupported: ["later"] }),
  );
  expect((await listed()).slice(-2)).toMatchObject([
    { email: "multi@example.org" },
    { email: "query@example.org" },
  ]);
});
