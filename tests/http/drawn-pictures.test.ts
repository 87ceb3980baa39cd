import sharp from "sharp";
import request from "supertest";
import { startServer, type TestServer } from "../support/http-application";
import { aPicture } from "../support/images";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const fetch = (path: string, accept?: string) => {
  const asked = request(server.http).get(path);
  return accept === undefined ? asked : asked.set("Accept", accept);
};

/** As the mobile app asks: it makes a name for the medium size from the address that it was given. */
const mediumOf = (address: string): string => address.replace(/(\.png)?(?=\?|$)/, "-medium.png");

describe("pictures that the server draws", () => {
  test.each([
    ["an avatar", "/avatar/1?version=1", 100],
    ["an avatar of medium size", "/avatar/1/medium?version=1", 500],
    ["the same by the name that the mobile app makes", mediumOf("/avatar/1?version=1"), 500],
    ["whoever one may not know", "/static/images/unknown-user.png", 500],
    ["the same by the name that the mobile app makes", mediumOf("/static/images/unknown-user.png"), 500],
    ["the server's own emoji", "/static/generated/emoji/images/emoji/unicode/zulip.png", 72],
  ])("%s is a PNG for who doesn't ask for SVG", async (_what, path, pixels) => {
    const { status, type, body } = await fetch(path);
    expect([status, type]).toEqual([200, "image/png"]);
    expect(await sharp(body).metadata()).toMatchObject({ format: "png", width: pixels, height: pixels });
    const { channels } = await sharp(body).stats();
    // Two colours, both of them there.
    expect(channels.every(({ min, max }) => min < max)).toBe(true);
  });

  test("each has an avatar of their own, the same from left and right", async () => {
    const ben = await server.newMember("Ben");
    const [own, other] = [(await fetch("/avatar/1")).body, (await fetch(`/avatar/${ben.id}`)).body];
    expect(own).not.toEqual(other);
    const raw = (image: Buffer, isTurned: boolean) => sharp(image).flop(isTurned).raw().toBuffer();
    expect(await raw(own, true)).toEqual(await raw(own, false));
  });

  test("browsers have initials", async () => {
    const { type, headers, body } = await fetch("/avatar/1", "image/webp,image/svg+xml,image/*,*/*;q=0.8");
    expect([type, headers.vary]).toEqual(["image/svg+xml", "Accept"]);
    expect(String(body)).toContain(">OO</text>");
  });

  test("an uploaded one is where it was uploaded to, by either name of its size", async () => {
    const { owner } = server;
    const { body } = await request(server.http)
      .post("/api/v1/users/me/avatar")
      .auth(owner.email, owner.apiKey)
      .attach("f", await aPicture(), "me.png");
    const medium = await fetch(mediumOf(body.avatar_url));
    expect([medium.status, medium.type]).toEqual([200, "image/png"]);
    for (const path of ["/avatar/1/medium", "/avatar/1-medium.png"])
      expect((await fetch(path)).headers.location).toMatch(/-medium\.png\?version=2$/);
  });

  test("there is none of other people or sizes", async () => {
    for (const path of ["/avatar/99", "/avatar/1/huge", "/avatar/1-huge.png", "/avatar/x-medium.png"])
      expect((await fetch(path)).status).toBe(404);
  });
});
