import sharp from "sharp";
import request, { type Test } from "supertest";
import { systemGroupId } from "../../src/domain/system-group";
import { aUser } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";
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

const browserAccept = "image/webp,image/svg+xml,image/*,*/*;q=0.8";
const login = ({ email, apiKey }: Client) => [email, apiKey] as const;

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

  test("browsers of people who may know of somebody have their initials", async () => {
    const { type, headers, body } = await fetch("/avatar/1", browserAccept).auth(...login(server.owner));
    expect([type, headers.vary]).toEqual(["image/svg+xml", "Accept, Authorization, Cookie"]);
    expect(String(body)).toContain(">OO</text>");
  });

  test("an uploaded one is where it was uploaded to, by either name of its size, for whoever may know of them", async () => {
    const { owner } = server;
    const { body } = await request(server.http)
      .post("/api/v1/users/me/avatar")
      .auth(owner.email, owner.apiKey)
      .attach("f", await aPicture(), "me.png");
    const medium = await fetch(mediumOf(body.avatar_url));
    expect([medium.status, medium.type]).toEqual([200, "image/png"]);
    for (const path of ["/avatar/1/medium", "/avatar/1-medium.png"])
      expect((await fetch(path).auth(...login(owner))).headers.location).toMatch(/-medium\.png\?version=2$/);
  });

  describe("tell nothing of who is here", () => {
    const absent = 9_999_999;
    /** Everything that could tell one answer from another, but for what follows from the id alone. */
    const answer = async (asked: Test) => {
      const { status, headers } = await asked.redirects(0);
      const { date: _, "content-length": __, ...others } = headers;
      return [status, others];
    };
    let guest: Client;
    let hidden: number;
    beforeAll(async () => {
      const limited = aUser({ id: 700, role: "guest" });
      const gone = aUser({ id: 702, isActive: false });
      const uploaded = aUser({ id: 701, avatar: { source: "upload", version: 2, file: "secret-name" } });
      for (const user of [limited, uploaded, gone]) await server.append({ type: "user_created", user });
      guest = server.clientOf(limited);
      hidden = uploaded.id;
      await server.owner.patch("/realm", {
        can_access_all_users_group: { new: systemGroupId("role:members") },
      });
    });

    test.each(["", "/medium", "-medium.png"])("without a login (/avatar/:id%s)", async (ending) => {
      const ids = [1, hidden, 702, absent];
      for (const accept of [undefined, browserAccept]) {
        const answers = await Promise.all(ids.map((id) => answer(fetch(`/avatar/${id}${ending}`, accept))));
        expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
        expect(answers[0]?.[0]).toBe(200);
      }
    });

    test("to a guest who may not know of everybody", async () => {
      const ask = (id: number) => answer(fetch(`/avatar/${id}`, browserAccept).auth(...login(guest)));
      expect(await ask(hidden)).toEqual(await ask(absent));
      expect((await fetch(`/avatar/${guest.id}`, browserAccept).auth(...login(guest))).type).toBe(
        "image/svg+xml",
      );
    });

    test("whoever says who they are must be who they say", async () => {
      expect((await fetch("/avatar/1").auth("owner@example.com", "x".repeat(32))).status).toBe(401);
    });
  });

  test("there is none of what is no id, and of other sizes", async () => {
    for (const path of [
      "/avatar/0",
      "/avatar/1/huge",
      "/avatar/1-huge.png",
      "/avatar/x-medium.png",
      "/avatar/1e3",
    ])
      expect((await fetch(path)).status).toBe(404);
  });
});
