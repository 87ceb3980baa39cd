import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import type { User } from "../../../src/domain/users/user";
import { acceptInvitation } from "../../support/http/accept-invitation";
import { addUser } from "../../support/http/add-user";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let admin: Client;
let moderator: Client;
let member: Client;

const add = (more: Partial<User> = {}) => addUser(server, more);

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [admin, moderator] = [await add({ role: "administrator" }), await add({ role: "moderator" })];
  member = await add();
});
afterAll(() => server.stop());

let count = 0;
const invite = async (who: Client, form: object = {}) => {
  count += 1;
  const answer = await who.post("/invites", {
    invitee_emails: `invited${count}@example.org`,
    stream_ids: [],
    ...form,
  });
  if (answer.status !== 400) expect(answer.status).toBe(200);
  return answer.body;
};
const listed = async () => (await owner.get("/invites")).body.invites;
const mustOwn = failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL");
const mustAdminister = failure("Must be an organization administrator");

shows(
  "§7 error BAD_REQUEST, inviter lacks permission",
  "refuses users without the organization's permission to invite, whatever they request",
  async () => {
    const { group_id } = (
      await owner.post("/user_groups/create", { name: "hosts", description: "", members: [member.id] })
    ).body;
    for (const [group, welcome] of [
      [6, [owner, admin]],
      [7, [owner]],
      [group_id, [member]],
      [8, []],
    ] as const) {
      await owner.patch("/realm", { can_invite_users_group: { new: group } }).expect(200);
      const before = await listed();
      const hosts: readonly Client[] = welcome;
      for (const who of [owner, admin, moderator, member].filter((one) => !hosts.includes(one)))
        for (const form of [{}, { invite_as: 100 }, { invitee_emails: "" }, { stream_ids: [999] }])
          expect(await invite(who, form)).toEqual(failure("Insufficient permission"));
      expect(await listed()).toEqual(before);
      for (const who of hosts) expect(await invite(who)).toEqual(success());
    }
    await owner.patch("/realm", { can_invite_users_group: { new: 3 } }).expect(200);
  },
);

shows("§4.6 note 1", "refuses guests and bots, and requires a key", async () => {
  const before = await listed();
  expect(await invite(await add({ role: "guest" }))).toEqual(failure("Insufficient permission"));
  expect(await invite(await add({ bot: newBot("generic", owner.id) }))).toEqual(
    failure("This endpoint does not accept bot requests."),
  );
  const form = { invitee_emails: "x@example.org", stream_ids: "[]" };
  const { status, body } = await request(server.http).post("/api/v1/invites").type("form").send(form);
  expect([status, body.code]).toEqual([401, "UNAUTHORIZED"]);
  expect(await listed()).toEqual(before);
});

shows("§4.6 parameter invite_as", "refuses an invitation to a higher role than the inviter's", async () => {
  const ok = success();
  const answers: readonly [Client, readonly object[]][] = [
    [owner, [ok, ok, ok, ok, ok]],
    [admin, [mustOwn, ok, ok, ok, ok]],
    [moderator, [mustOwn, mustAdminister, ok, ok, ok]],
    [member, [mustOwn, mustAdminister, mustAdminister, ok, ok]],
  ];
  for (const [who, expected] of answers) {
    const answers = [];
    for (const invite_as of [100, 200, 300, 400, 600]) answers.push(await invite(who, { invite_as }));
    expect(answers).toEqual(expected);
  }
});

shows("§4.6 parameter invite_as", "invite_as is the new user's role, member by default", async () => {
  for (const [invite_as, role] of [
    [undefined, 400],
    [100, 100],
    [200, 200],
    [300, 300],
    [400, 400],
    [600, 600],
  ]) {
    const email = `role.${invite_as}@example.org`;
    const form = { invitee_emails: email, ...(invite_as && { invite_as }) };
    expect(await invite(owner, form)).toEqual(success());
    expect((await listed()).at(-1)).toMatchObject({ email, invited_as: role });
    const joined = await acceptInvitation(server, email, `As ${invite_as}`);
    expect((await joined.get("/users/me")).body.role).toBe(role);
  }
  for (const [invite_as, problem] of [
    [1, "Invalid invite_as"],
    [500, "Invalid invite_as"],
    ["member", "invite_as is not valid JSON"],
    [[400], "invite_as is not an integer"],
  ])
    expect(await invite(owner, { invite_as })).toEqual(
      failure(String(problem), "REQUEST_VARIABLE_INVALID", { var_name: "invite_as" }),
    );
});

shows(
  "§4.6 parameter welcome_message_custom_text",
  "allows only administrators to set the text; other invitations have null",
  async () => {
    const before = await listed();
    for (const who of [member, moderator])
      for (const welcome_message_custom_text of ["Hello", ""])
        expect(await invite(who, { welcome_message_custom_text })).toEqual(mustAdminister);
    expect(await listed()).toEqual(before);
    expect(await invite(member, { welcome_message_custom_text: null })).toEqual(success());
    expect(await invite(admin, { welcome_message_custom_text: "Hello" })).toEqual(success());
  },
);

shows(
  ["§8 limit welcome_message_custom_text length", "§4.6 parameter welcome_message_custom_text"],
  "accepts 8000 code points and not one more",
  async () => {
    const name = "welcome_message_custom_text";
    for (const letter of ["a", "é", "💬"]) {
      expect(await invite(owner, { [name]: letter.repeat(8000) })).toEqual(success());
      const before = await listed();
      expect(await invite(owner, { [name]: letter.repeat(8001) })).toEqual(
        failure(`${name} is too long (limit: 8000 characters)`, "REQUEST_VARIABLE_INVALID", {
          var_name: name,
        }),
      );
      expect(await listed()).toEqual(before);
    }
  },
);
