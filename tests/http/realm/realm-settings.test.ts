import { settingName } from "../../../src/adapters/zulip-wire/setting-names";
import { realmPermissions } from "../../../src/domain/realm/realm-permission";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ann: Client;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ann = await server.newMember("Ann");
  admin = await server.newMember("Ada");
  await owner.patch(`/users/${admin.id}`, { role: 200 });
});
afterAll(() => server.stop());

const realmOf = async (client = owner) => (await client.post("/register", { event_types: ["realm"] })).body;
const invalid = (name: string, msg: string) => failure(msg, "REQUEST_VARIABLE_INVALID", { var_name: name });

describe("the organization's settings", () => {
  test("can be changed, and everyone gets an event with the changes", async () => {
    const newEvents = await listenTo(ann, ["realm"]);
    const change = {
      name: "Renamed",
      digest_weekday: 3,
      invite_required: false,
      jitsi_server_url: '"https://meet.example.com"',
      message_content_edit_limit_seconds: "unlimited",
      topics_policy: "disable_empty_topic",
      new_stream_announcements_stream_id: 1,
    };
    const { body } = await owner.patch("/realm", change);
    expect(body).toEqual(
      success({
        name: "updated",
        digest_weekday: 3,
        invite_required: false,
        jitsi_server_url: "updated",
        message_content_edit_limit_seconds: null,
        topics_policy: "updated",
        mandatory_topics: true,
        new_stream_announcements_stream_id: 1,
      }),
    );
    expect(await realmOf(ann)).toMatchObject({
      realm_name: "Renamed",
      realm_digest_weekday: 3,
      realm_invite_required: false,
      realm_jitsi_server_url: "https://meet.example.com",
      realm_message_content_edit_limit_seconds: null,
      realm_topics_policy: "disable_empty_topic",
      realm_mandatory_topics: true,
      realm_new_stream_announcements_stream_id: 1,
    });
    const update = { type: "realm", op: "update" };
    const dictionary = { type: "realm", op: "update_dict", property: "default" };
    const events = await newEvents();
    expect(events).toHaveLength(6);
    expect(events).toEqual(
      expect.arrayContaining([
        { ...update, property: "name", value: "Renamed" },
        { ...update, property: "digest_weekday", value: 3 },
        { ...update, property: "invite_required", value: false },
        { ...update, property: "jitsi_server_url", value: "https://meet.example.com" },
        { ...update, property: "new_stream_announcements_stream_id", value: 1 },
        {
          ...dictionary,
          data: {
            message_content_edit_limit_seconds: null,
            topics_policy: "disable_empty_topic",
            mandatory_topics: true,
          },
        },
      ]),
    );
    expect((await owner.patch("/realm", { digest_weekday: 3 })).body).toEqual(success());
    expect(await newEvents()).toEqual([]);
  });

  test.each([
    [{ name: " " }, failure("name cannot be blank.")],
    [{ video_chat_provider: 99 }, invalid("video_chat_provider", "Invalid video_chat_provider 99")],
    [{ gif_rating_policy: 9 }, invalid("gif_rating_policy", "Invalid gif_rating_policy 9")],
    [
      { message_content_delete_limit_seconds: 0 },
      invalid(
        "message_content_delete_limit_seconds",
        "Bad value for 'message_content_delete_limit_seconds': 0",
      ),
    ],
    [
      { message_retention_days: -5 },
      invalid("message_retention_days", "Bad value for 'message_retention_days': -5"),
    ],
    [
      { jitsi_server_url: '"ftp://x"' },
      invalid("jitsi_server_url", "jitsi_server_url is not an allowed_type"),
    ],
    [
      { waiting_period_threshold: -1 },
      invalid("waiting_period_threshold", "waiting_period_threshold is too small"),
    ],
    [
      { can_create_web_public_channel_group: { new: { direct_members: [1], direct_subgroups: [] } } },
      failure("'can_create_web_public_channel_group' must be a system user group.", "SYSTEM_GROUP_REQUIRED", {
        setting_name: "can_create_web_public_channel_group",
      }),
    ],
    [
      { can_create_groups: { new: 3, old: 5 } },
      failure("'old' value does not match the expected value.", "EXPECTATION_MISMATCH"),
    ],
    [
      { can_create_groups: { old: 3 } },
      invalid("can_create_groups", 'can_create_groups["new"] field is missing'),
    ],
  ])("refuses %j and changes nothing", async (change, expected) => {
    const before = await realmOf();
    const { status, body } = await owner.patch("/realm", { send_welcome_emails: false, ...change });
    expect([status, body]).toEqual([400, expected]);
    const after = await realmOf();
    for (const name of ["realm_send_welcome_emails", "realm_name", "realm_can_create_groups"])
      expect(after[name]).toEqual(before[name]);
  });

  test("owners' settings are refused to administrators", async () => {
    expect((await admin.patch("/realm", { invite_required: true })).body).toEqual(
      failure("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL"),
    );
  });

  test("every permission can be set, and declares which groups it accepts", async () => {
    const { server_supported_permission_settings: rules } = await realmOf();
    for (const permission of realmPermissions) {
      const name = settingName(permission);
      const rule = rules.realm[name];
      expect(rule).toMatchObject({ allow_internet_group: false, require_system_group: expect.any(Boolean) });
      const group = name === "can_access_all_users_group" ? 3 : 6;
      expect((await owner.patch("/realm", { [name]: { new: group } })).body.result).toBe("success");
      expect((await realmOf())[`realm_${name}`]).toBe(group);
    }
    expect(Object.keys(rules.stream)).toContain("can_send_message_group");
    expect(rules.group.can_manage_group.default_group_name).toBe("group_creator");
  });

  test("a permission for an anonymous group shows its members, except deactivated ones", async () => {
    const leaver = await server.newMember("Leaver");
    const events = await listenTo(ann, ["realm"]);
    const setting = { direct_members: [ann.id, leaver.id], direct_subgroups: [6] };
    const { body } = await owner.patch("/realm", { can_create_groups: { new: setting } });
    expect(body).toEqual(success({ can_create_groups: setting }));
    expect(await events()).toEqual([
      { type: "realm", op: "update_dict", property: "default", data: { can_create_groups: setting } },
    ]);
    expect((await realmOf()).realm_can_create_groups).toEqual(setting);
    await owner.delete(`/users/${leaver.id}`);
    const left = { direct_members: [ann.id], direct_subgroups: [6] };
    expect((await realmOf()).realm_can_create_groups).toEqual(left);
    // `old` is compared with the value callers see, in any order.
    const update = { new: 3, old: { direct_subgroups: [6], direct_members: [ann.id] } };
    expect((await owner.patch("/realm", { can_create_groups: update })).body).toEqual(
      success({ can_create_groups: 3 }),
    );
  });
});

describe("settings for new users", () => {
  test("apply to new users", async () => {
    const events = await listenTo(ann, ["realm_user_settings_defaults"]);
    const change = { color_scheme: 3, email_address_visibility: 4 };
    expect((await admin.patch("/realm/user_settings_defaults", change)).body).toEqual(success());
    const newcomer = await server.newMember("Newcomer");
    const { user_settings, realm_user_settings_defaults } = (
      await newcomer.post("/register", { event_types: ["user_settings", "realm_user_settings_defaults"] })
    ).body;
    expect(user_settings).toMatchObject(change);
    expect(realm_user_settings_defaults).toMatchObject(change);
    const update = { type: "realm_user_settings_defaults", op: "update" };
    expect(await events()).toEqual(
      expect.arrayContaining([
        { ...update, property: "color_scheme", value: 3 },
        { ...update, property: "email_address_visibility", value: 4 },
      ]),
    );
    expect((await ann.get(`/users/${newcomer.id}`)).body.user.delivery_email).toBeNull();
  });

  test("are refused if invalid", async () => {
    expect((await admin.patch("/realm/user_settings_defaults", { color_scheme: 0 })).body).toEqual(
      invalid("color_scheme", "Invalid color_scheme"),
    );
    expect((await ann.patch("/realm/user_settings_defaults", { color_scheme: 1 })).body.code).toBe(
      "UNAUTHORIZED_PRINCIPAL",
    );
    const { body } = await admin.patch("/realm/user_settings_defaults", { timezone: "UTC" });
    expect(body.ignored_parameters_unsupported).toEqual(["timezone"]);
  });
});

describe("allowed domains", () => {
  test("can be changed and removed, except unknown ones", async () => {
    const first = { domain: "example.org", allow_subdomains: false };
    await owner.post("/realm/domains", first);
    const events = await listenTo(ann, ["realm_domains"]);
    const path = "/realm/domains/example.org";
    expect((await owner.patch(path, { allow_subdomains: true })).body).toEqual(success());
    expect((await owner.delete(path)).body).toEqual(success());
    expect(await events()).toEqual([
      { type: "realm_domains", op: "change", realm_domain: { ...first, allow_subdomains: true } },
      { type: "realm_domains", op: "remove", domain: "example.org" },
    ]);
    expect((await owner.delete(path)).body).toEqual(failure("No entry found for domain example.org."));
  });

  test("decide who may have an account, until the last one goes", async () => {
    const other = await startServer();
    await other.owner.post("/realm/domains", { domain: "corp.example", allow_subdomains: true });
    await other.owner.patch("/realm", { emails_restricted_to_domains: true });
    const join = async (email: string) =>
      (await other.owner.post("/users", { email, full_name: "J", password: "a long enough password" })).body;
    expect((await join("a@lab.corp.example")).result).toBe("success");
    await other.owner.patch("/realm/domains/corp.example", { allow_subdomains: false });
    expect((await join("b@lab.corp.example")).result).toBe("error");
    await other.owner.delete("/realm/domains/corp.example");
    expect((await join("a@elsewhere.example")).result).toBe("success");
    await other.stop();
  });
});

test("a welcome message can be previewed by its author", async () => {
  const form = { welcome_message_custom_text: "Welcome, **you**!" };
  const { body } = await owner.post("/realm/test_welcome_bot_custom_message", form);
  expect(body).toEqual(success({ message_id: expect.any(Number) }));
  const { message } = (await owner.get(`/messages/${body.message_id}`, { apply_markdown: false })).body;
  expect([message.sender_full_name, message.content]).toEqual([
    "Notification Bot",
    form.welcome_message_custom_text,
  ]);
});

test("a registration sends each field once, though the organization's are encoded beforehand", async () => {
  for (const asked of [{}, { event_types: ["realm"] }]) {
    const { text, body } = await owner.post("/register", asked);
    expect(text.trim()).toHaveLength(JSON.stringify(body).length);
    expect(body).toHaveProperty("realm_name");
  }
});
