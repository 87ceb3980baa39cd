import sharp from "sharp";
import request, { type Test } from "supertest";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { anAnimation, aPicture } from "../../support/builders/images";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { wholeBody } from "../../support/http/whole-body";

let server: TestServer;
let ben: Client;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
});
afterAll(() => server.stop());

const send = (client: Client, path: string, image: Buffer, name = "picture.png"): Test =>
  request(server.http).post(`/api/v1${path}`).auth(client.email, client.apiKey).attach("file", image, name);
const see = (url: string) => request(server.http).get(url).buffer().parse(wholeBody);
const metadata = async (url: string) => {
  const { status, body, headers } = await see(url);
  const { width, height, pages, format } = await sharp(body, { pages: -1 }).metadata();
  return { status, type: headers["content-type"], width, height: height / (pages ?? 1), pages, format };
};
const bad = (msg: string) => failure(msg, "BAD_IMAGE");

test("an avatar is a square in two sizes, and everyone gets an event", async () => {
  const events = await listenTo(server.owner, ["realm_user"]);
  const { status, body } = await send(ben, "/users/me/avatar", await aPicture(300, 200));
  expect([status, body]).toEqual([
    200,
    success({ avatar_url: expect.stringMatching(/^\/user_avatars\/\d+\/[0-9a-f-]{36}\.png\?version=2$/) }),
  ]);
  const medium = body.avatar_url.replace(".png", "-medium.png");
  const square = { status: 200, type: "image/png", pages: undefined, format: "png" };
  expect(await metadata(body.avatar_url)).toEqual({ ...square, width: 100, height: 100 });
  expect(await metadata(medium)).toEqual({ ...square, width: 500, height: 500 });
  const person = { user_id: ben.id, avatar_source: "U", avatar_url: body.avatar_url, avatar_version: 2 };
  expect(await events()).toEqual([
    { type: "realm_user", op: "update", person: { ...person, avatar_url_medium: medium } },
  ]);
  expect((await ben.get("/users/me")).body.avatar_url).toBe(body.avatar_url);
  const moved = await request(server.http).get(`/avatar/${ben.id}/medium`).auth(ben.email, ben.apiKey);
  expect([moved.status, moved.headers.location]).toEqual([302, medium]);
  const removed = await ben.delete("/users/me/avatar");
  expect(removed.body).toEqual(success({ avatar_url: `/avatar/${ben.id}?version=3` }));
  expect((await events())[0]).toMatchObject({ person: { avatar_source: "J", avatar_version: 3 } });
  expect((await request(server.http).get(`/avatar/${ben.id}`)).type).toBe("image/png");
});

test.each([
  ["/users/me/avatar", "You must upload exactly one avatar."],
  ["/realm/icon", "You must upload exactly one icon."],
  ["/realm/logo?night=true", "You must upload exactly one logo."],
  ["/realm/emoji/two", "You must upload exactly one file."],
])("%s takes one picture of at most 5 MiB", async (path, msg) => {
  const two = await send(server.owner, path, await aPicture()).attach("b", await aPicture(), "b.png");
  expect([two.status, two.body]).toEqual([400, failure(msg)]);
  const large = await send(server.owner, path, Buffer.alloc(5 * 1024 * 1024 + 1));
  expect(large.body).toEqual(failure("Uploaded file is larger than the allowed limit of 5 MiB"));
});

test("refuses files that aren't pictures, and SVG", async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>');
  const none = bad("Could not decode image; did you upload an image file?");
  for (const content of [svg, Buffer.from("<html>"), Buffer.from("GIF89a"), Buffer.alloc(100)])
    for (const path of ["/users/me/avatar", "/realm/icon", "/realm/emoji/bad"])
      expect((await send(server.owner, path, content)).body).toEqual(none);
  const cut = (await aPicture(400, 400, true)).subarray(0, 5000);
  expect((await send(ben, "/users/me/avatar", cut)).body).toEqual(bad("Image is corrupted or truncated"));
});

test("refuses a decompression bomb before decoding it", async () => {
  const bomb = await sharp({
    create: { width: 16_000, height: 16_000, channels: 3, background: "red" },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(1024 * 1024);
  for (const path of ["/users/me/avatar", "/realm/emoji/bomb"])
    expect((await send(server.owner, path, bomb)).body).toEqual(bad("Image size exceeds limit."));
});

test("the organization has an icon, and logos for day and night mode", async () => {
  const events = await listenTo(ben, ["realm"]);
  const icon = (await send(server.owner, "/realm/icon", await aPicture(50, 80))).body;
  expect(icon.icon_url).toMatch(/^\/user_avatars\/\d+\/realm\/[0-9a-f-]{36}\.png\?version=2$/);
  expect(await metadata(icon.icon_url)).toMatchObject({ status: 200, width: 100, height: 100 });
  const logo = send(server.owner, "/realm/logo", await aPicture(1600, 100)).field("night", "true");
  expect((await logo).body).toEqual(success());
  const [first, second] = (await events()) as { data: Record<string, string> }[];
  expect(first).toEqual({
    type: "realm",
    op: "update_dict",
    property: "icon",
    data: { icon_url: icon.icon_url, icon_source: "U" },
  });
  expect(second).toMatchObject({ property: "night_logo", data: { night_logo_source: "U" } });
  const nightLogo = second?.data.night_logo_url ?? "";
  expect(await metadata(nightLogo)).toMatchObject({ width: 800, height: 50 });
  const { body } = await ben.post("/register", { fetch_event_types: ["realm"], event_types: [] });
  expect(body).toMatchObject({
    realm_icon_url: icon.icon_url,
    realm_icon_source: "U",
    realm_logo_source: "D",
    realm_night_logo_url: nightLogo,
    realm_night_logo_source: "U",
  });
  const shown = await ben.get("/realm/logo", { night: true });
  expect([shown.status, shown.headers.location]).toEqual([302, nightLogo]);
  expect((await server.owner.delete("/realm/icon")).body).toEqual(
    success({ icon_url: "/static/images/realm-icon.svg" }),
  );
  expect((await server.owner.delete("/realm/logo", { night: true })).body).toEqual(success());
  expect(await events()).toMatchObject([
    { property: "icon", data: { icon_source: "G" } },
    { property: "night_logo", data: { night_logo_source: "D" } },
  ]);
});

test("custom emoji work in reactions, statuses and their list", async () => {
  const events = await listenTo(ben, ["realm_emoji"]);
  const newer = await listenTo(ben, ["realm_emoji"], {
    client_capabilities: { individual_emoji_changes: true },
  });
  expect((await send(ben, "/realm/emoji/happy%20cat", await aPicture(128, 64))).body).toEqual(success());
  const { emoji } = (await ben.get("/realm/emoji")).body;
  const [id = "", cat] = Object.entries(emoji)[0] as [string, Record<string, string>];
  expect(cat).toEqual({
    id,
    name: "happy_cat",
    author_id: ben.id,
    deactivated: false,
    still_url: null,
    source_url: expect.stringMatching(/^\/user_avatars\/\d+\/emoji\/images\/[0-9a-f-]{36}\.png$/),
    date_created: expect.any(Number),
  });
  expect(await metadata(cat.source_url ?? "")).toMatchObject({ width: 64, height: 64, format: "png" });
  expect(await events()).toEqual([{ type: "realm_emoji", op: "update", realm_emoji: emoji }]);
  expect(await newer()).toEqual([{ type: "realm_emoji", op: "add", emoji: cat }]);
  const { body: state } = await ben.post("/register", {
    fetch_event_types: ["realm_emoji"],
    event_types: [],
  });
  expect(state.realm_emoji).toEqual(emoji);

  const sent = await ben.post("/messages", { type: "direct", to: [1], content: "x" });
  const react = (given: object) => ben.post(`/messages/${sent.body.id}/reactions`, given);
  expect((await react({ emoji_name: "happy_cat" })).body).toEqual(success());
  const coded = { emoji_name: "happy_cat", emoji_code: id, reaction_type: "realm_emoji" };
  expect((await server.owner.post(`/messages/${sent.body.id}/reactions`, coded)).body).toEqual(success());
  const { body: read } = await ben.get(`/messages/${sent.body.id}`);
  expect(read.message.reactions).toMatchObject([coded, coded]);
  expect((await ben.post("/users/me/status", { emoji_name: "happy_cat" })).body).toEqual(success());
  expect((await ben.get(`/users/${ben.id}/status`)).body.status).toMatchObject(coded);

  expect((await ben.delete("/realm/emoji/happy_cat")).body).toEqual(success());
  expect((await events())[0]).toMatchObject({ op: "update", realm_emoji: { [id]: { deactivated: true } } });
  expect(await newer()).toEqual([
    { type: "realm_emoji", op: "update_one", emoji_id: id, data: { deactivated: true } },
  ]);
  expect((await see(cat.source_url ?? "")).status).toBe(200);
  const other = await ben.post("/messages", { type: "direct", to: [1], content: "y" });
  const again = (given: object) => ben.post(`/messages/${other.body.id}/reactions`, given);
  expect((await again(coded)).body).toEqual(failure("This custom emoji has been deactivated."));
  expect((await again({ emoji_name: "happy_cat" })).body).toEqual(
    failure("Emoji 'happy_cat' does not exist"),
  );
  const wrong = { ...coded, emoji_name: "sad_cat" };
  expect((await again(wrong)).body).toEqual(failure("Invalid custom emoji name."));
  expect((await again({ ...coded, emoji_code: "99" })).body).toEqual(failure("Invalid custom emoji."));
  const off = await ben.delete(`/messages/${sent.body.id}/reactions`, coded);
  expect(off.body).toEqual(success());
  expect((await ben.delete("/realm/emoji/happy_cat")).body).toEqual(
    failure("Emoji 'happy_cat' does not exist"),
  );
  expect((await send(ben, "/realm/emoji/happy_cat", await aPicture())).body).toEqual(success());
});

test("an animated emoji has a still picture", async () => {
  expect((await send(ben, "/realm/emoji/dance", await anAnimation(40, 30, 4), "dance.gif")).status).toBe(200);
  const { emoji } = (await ben.get("/realm/emoji")).body;
  const dance = Object.values<Record<string, string>>(emoji).find(({ name }) => name === "dance");
  expect(await metadata(dance?.source_url ?? "")).toMatchObject({
    width: 64,
    height: 64,
    pages: 4,
    format: "gif",
  });
  expect(dance?.still_url).toMatch(/\/emoji\/images\/still\/[0-9a-f-]{36}\.png$/);
  expect(await metadata(dance?.still_url ?? "")).toMatchObject({ width: 64, height: 64, format: "png" });
});

test("emoji names follow rules, and permissions decide who adds and removes emoji", async () => {
  const add = async (name: string, client = ben) =>
    (await send(client, `/realm/emoji/${encodeURIComponent(name)}`, await aPicture())).body;
  const letters =
    "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.";
  for (const name of ["Cat", "cät", "a.b", "a:b"]) expect(await add(name)).toEqual(failure(letters));
  expect(await add("cat-")).toEqual(failure("Emoji names must end with either a letter or digit."));
  expect(await add(" ")).toEqual(failure("Emoji name is missing"));
  expect(await add("x".repeat(61))).toEqual(failure("emoji_name is too long (limit: 60 characters)"));
  expect(await add("twice")).toEqual(success());
  expect(await add("twice")).toEqual(failure("A custom emoji with this name already exists."));
  expect(await add("car")).toEqual(failure("Only administrators can override default emoji."));
  expect(await add("car", server.owner)).toEqual(success());
  const cleo = await server.newMember("Cleo");
  expect((await cleo.delete("/realm/emoji/twice")).body).toEqual(
    failure("Must be an organization administrator or emoji author"),
  );
  expect((await server.owner.delete("/realm/emoji/twice")).body).toEqual(success());
  await server.owner.patch("/realm", {
    can_add_custom_emoji_group: { new: systemGroupId("role:administrators") },
  });
  const { status, body } = await send(cleo, "/realm/emoji/mine", await aPicture());
  expect([status, body.msg]).toEqual([400, "Insufficient permission"]);
});
