import { acceptInvitation } from "../../support/http/accept-invitation";
import { failure, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ids: Record<string, number>;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ids = {};
  for (const name of ["design", "build", "ship", "secret", "usual"]) {
    const more = name === "secret" ? { invite_only: true } : {};
    const created = await owner.post("/channels/create", { name, subscribers: [owner.id], ...more });
    ids[name] = created.body.id;
  }
  await owner.post("/default_streams", { stream_id: ids.usual }).expect(200);
});
afterAll(() => server.stop());

const create = async (group_name: string, stream_names: readonly string[], description = "What for") =>
  (await owner.post("/default_stream_groups/create", { group_name, description, stream_names })).body;
const groups = async (client = owner) =>
  (await client.post("/register", { fetch_event_types: ["default_stream_groups"] })).body
    .realm_default_stream_groups;
const groupId = async (name: string) =>
  (await groups()).find((group: { name: string }) => group.name === name).id;

test("groups can be created, changed and removed, and everyone but guests gets an event", async () => {
  const member = await server.newMember("Mia");
  const guest = await server.newMember("Gus");
  await owner.patch(`/users/${guest.id}`, { role: 600 }).expect(200);
  const types = ["default_stream_groups"];
  const queues = await Promise.all(
    [member, guest].map(async (client) => (await client.post("/register", { event_types: types })).body),
  );
  expect(await create("makers", ["design", "build"])).toEqual(success());
  const id = await groupId("makers");
  const created = { id, name: "makers", description: "What for", streams: [ids.design, ids.build] };
  expect(await groups()).toEqual([created]);
  expect(await groups(guest)).toEqual([]);
  const renamed = await owner.patch(`/default_stream_groups/${id}`, { new_group_name: "builders" });
  expect(renamed.body).toEqual(success());
  await owner.patch(`/default_stream_groups/${id}`, { new_description: "Other" }).expect(200);
  const channels = (op: string, ...stream_names: string[]) =>
    owner.patch(`/default_stream_groups/${id}/streams`, { op, stream_names });
  await channels("add", "ship").expect(200);
  await channels("remove", "design").expect(200);
  const now = { id, name: "builders", description: "Other", streams: [ids.build, ids.ship] };
  expect(await groups(member)).toEqual([now]);
  await owner.delete(`/streams/${ids.ship}`).expect(200);
  expect(await groups()).toEqual([{ ...now, streams: [ids.build] }]);
  await owner.delete(`/default_stream_groups/${id}`).expect(200);
  expect(await groups()).toEqual([]);
  const [ofMember, ofGuest] = await Promise.all(
    [member, guest].map(async (client, index) => {
      const { queue_id, last_event_id } = queues[index];
      return (await client.get("/events", { queue_id, last_event_id, dont_block: true })).body.events;
    }),
  );
  expect(ofMember).toHaveLength(7);
  expect(ofMember[0]).toEqual({
    type: "default_stream_groups",
    id: expect.any(Number),
    default_stream_groups: [created],
  });
  expect(ofMember[6].default_stream_groups).toEqual([]);
  expect(ofGuest.every(({ type }: { type: string }) => type === "heartbeat")).toBe(true);
});

test("refuses in the failure envelope", async () => {
  expect(await create("a", ["nowhere"])).toEqual(failure("Invalid channel name 'nowhere'"));
});

test("invited members can choose groups and get their channels beside the default ones; guests cannot", async () => {
  await create("others", ["design"]);
  await create("more", ["build"]);
  const chosen = { [`default_channel_group_${await groupId("others")}`]: "yes" };
  for (const [name, invite_as] of [
    ["nina", 400],
    ["gina", 600],
  ] as const) {
    const invitee_emails = `${name}@example.com`;
    const given = { invitee_emails, invite_as, stream_ids: [], include_realm_default_subscriptions: true };
    await owner.post("/invites", given).expect(200);
    await server.services.jobRunner.runDue();
    const joined = await acceptInvitation(server, invitee_emails, name, chosen);
    const isSubscribed = async (channel: string) =>
      (await owner.get(`/users/${joined.id}/subscriptions/${ids[channel]}`)).body.is_subscribed;
    expect([await isSubscribed("design"), await isSubscribed("build"), await isSubscribed("usual")]).toEqual([
      invite_as === 400,
      false,
      true,
    ]);
  }
});
