import { onlyUser } from "../../../src/domain/groups/group-setting";
import { acceptInvitation } from "../../support/http/accept-invitation";
import { addUser } from "../../support/http/add-user";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let member: Client;
/** Neither is a default channel; only the owner is in the private one. */
let open: number;
let secret: number;
const general = 1;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  member = await addUser(server);
  const make = async (name: string, more: object = {}): Promise<number> =>
    (await owner.post("/channels/create", { name, subscribers: [owner.id], ...more })).body.id;
  [open, secret] = [await make("open"), await make("secret", { invite_only: true })];
});
afterAll(() => server.stop());

let count = 0;
const newAddress = () => {
  count += 1;
  return `invited${count}@example.org`;
};
const invite = async (who: Client, form: object) =>
  (await who.post("/invites", { invitee_emails: newAddress(), stream_ids: [], ...form })).body;
const listed = async () => (await owner.get("/invites")).body.invites;
/** Channels of a user who joins by the owner's invitation. */
const channelsWith = async (form: object): Promise<readonly string[]> => {
  const email = newAddress();
  expect(await invite(owner, { invitee_emails: email, ...form })).toEqual(success());
  const joined = await acceptInvitation(server, email, `Joiner ${count}`);
  const { subscriptions } = (await joined.get("/users/me/subscriptions")).body;
  return subscriptions.map(({ name }: { name: string }) => name).sort();
};

shows(
  ["§4.6 parameter stream_ids", "§4.6 parameter include_realm_default_subscriptions"],
  "subscribes the new user to the named channels, and to the default ones on request",
  async () => {
    const defaults = { include_realm_default_subscriptions: true };
    expect(await channelsWith({})).toEqual([]);
    expect(await channelsWith(defaults)).toEqual(["general", "random"]);
    expect(await channelsWith({ stream_ids: [open, secret, open] })).toEqual(["open", "secret"]);
    expect(await channelsWith({ stream_ids: [general] })).toEqual(["general"]);
    expect(await channelsWith({ stream_ids: [open, general], ...defaults })).toEqual([
      "general",
      "open",
      "random",
    ]);
    expect(await channelsWith({ include_realm_default_subscriptions: false })).toEqual([]);
    const name = "include_realm_default_subscriptions";
    expect(await invite(owner, { [name]: "some" })).toEqual(
      failure(`${name} is not a boolean`, "REQUEST_VARIABLE_INVALID", { var_name: name }),
    );
  },
);

shows("§4.6 parameter stream_ids", "stream_ids is required and must be a list of ids", async () => {
  const { body } = await owner.post("/invites", { invitee_emails: "x@example.org" });
  expect(body).toEqual(
    failure("Missing 'stream_ids' argument", "REQUEST_VARIABLE_MISSING", { var_name: "stream_ids" }),
  );
  for (const [stream_ids, problem] of [
    ["general", "stream_ids is not valid JSON"],
    [1, "stream_ids is not a list"],
    [["general"], "stream_ids[0] is not an integer"],
    ["null", "stream_ids is not a list"],
  ])
    expect(await invite(owner, { stream_ids })).toEqual(
      failure(String(problem), "REQUEST_VARIABLE_INVALID", { var_name: "stream_ids" }),
    );
});

shows(
  ["§7 error BAD_REQUEST, invitation channel missing or inaccessible", "§4.6 parameter stream_ids"],
  "answers alike for unknown and inaccessible channels, and invites nobody",
  async () => {
    const archived = (await owner.post("/channels/create", { name: "old", subscribers: [owner.id] })).body.id;
    await owner.delete(`/streams/${archived}`).expect(200);
    const before = await listed();
    for (const [who, id] of [
      ...([999_999, -1, 0, archived] as const).map((id) => [owner, id] as const),
      [member, secret],
    ] as const) {
      const form = { invitee_emails: newAddress(), stream_ids: [open, id] };
      const { status, body } = await who.post("/invites", form);
      expect([status, body]).toEqual([400, failure(`Invalid channel ID ${id}. No invites were sent.`)]);
    }
    expect(await listed()).toEqual(before);
  },
);

shows(
  [
    "§7 error BAD_REQUEST, stream_ids non-empty without permission to subscribe others",
    "§4.6 parameter stream_ids",
    "§4.6 parameter include_realm_default_subscriptions",
  ],
  "without permission to subscribe others, allows only default channels, named or by default",
  async () => {
    await owner.patch("/realm", { can_add_subscribers_group: { new: 6 } }).expect(200);
    const before = await listed();
    for (const stream_ids of [[open], [general, open]]) {
      const { status, body } = await member.post("/invites", { invitee_emails: newAddress(), stream_ids });
      expect([status, body]).toEqual([
        400,
        failure("You do not have permission to subscribe other users to channels."),
      ]);
    }
    expect(await listed()).toEqual(before);
    for (const form of [{}, { stream_ids: [general] }, { include_realm_default_subscriptions: true }])
      expect(await invite(member, form)).toEqual(success());
    await owner.patch(`/streams/${open}`, { can_add_subscribers_group: { new: 3 } }).expect(200);
    expect(await invite(member, { stream_ids: [open] })).toEqual(success());
    await owner.patch("/realm", { can_add_subscribers_group: { new: 3 } }).expect(200);
  },
);

shows("§4.6 parameter group_ids", "adds the new user to groups the inviter may add people to", async () => {
  const make = async (name: string): Promise<number> =>
    (await owner.post("/user_groups/create", { name, description: "", members: [] })).body.group_id;
  const [staff, guides, deactivated] = [await make("staff"), await make("guides"), await make("gone")];
  const email = newAddress();
  const groups = { invitee_emails: email, group_ids: [staff, guides] };
  expect(await invite(owner, groups)).toEqual(success());
  const joined = await acceptInvitation(server, email, "In Groups");
  for (const id of [staff, guides])
    expect((await owner.get(`/user_groups/${id}/members`)).body.members).toEqual([joined.id]);
  await owner.post(`/user_groups/${deactivated}/deactivate`).expect(200);
  const before = await listed();
  const systemGroup = 3;
  for (const [who, id, msg] of [
    [owner, 999_999, "Invalid user group"],
    [owner, systemGroup, "Insufficient permission"],
    [owner, deactivated, "User group is deactivated."],
    [member, staff, "Insufficient permission"],
  ] as const)
    expect(await invite(who, { group_ids: [guides, id].slice(who === member ? 1 : 0) })).toEqual(
      failure(msg),
    );
  expect(await listed()).toEqual(before);
  const change = { permissions: { canAddMembersGroup: onlyUser(member.id) } };
  await server.append({ type: "group_changed", groupId: staff, change, isDeactivated: false });
  expect(await invite(member, { group_ids: [staff] })).toEqual(success());
  for (const group_ids of [[], null]) expect(await invite(member, { group_ids })).toEqual(success());
  expect((await invite(owner, { group_ids: ["staff"] })).code).toBe("REQUEST_VARIABLE_INVALID");
});
