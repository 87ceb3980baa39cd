import sharp from "sharp";
import request, { type Test } from "supertest";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { aUser } from "../../support/builders/entities";
import { aPicture } from "../../support/builders/images";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const fetch = (path: string, accept?: string) => {
  const picture = request(server.http).get(path);
  return accept === undefined ? picture : picture.set("Accept", accept);
};

const browserAccept = "image/webp,image/svg+xml,image/*,*/*;q=0.8";
const login = ({ email, apiKey }: Client) => [email, apiKey] as const;

/** Like the mobile app, derives the medium size's name from the given address. */
const mediumOf = (address: string): string => address.replace(/(\.png)?(?=\?|$)/, "-medium.png");

describe("pictures drawn by the server", () => {
  test.each([
    ["an avatar", "/avatar/1?version=1", 100],
    ["an avatar of medium size", "/avatar/1/medium?version=1", 500],
    ["the same by the name that the mobile app makes", mediumOf("/avatar/1?version=1"), 500],
    ["the avatar of a hidden user", "/static/images/unknown-user.png", 500],
    ["the same by the name that the mobile app makes", mediumOf("/static/images/unknown-user.png"), 500],
    ["the server's own emoji", "/static/generated/emoji/images/emoji/unicode/zulip.png", 72],
  ])("%s is a PNG for clients that don't ask for SVG", async (_what, path, pixels) => {
    const { status, type, body } = await fetch(path);
    expect([status, type]).toEqual([200, "image/png"]);
    expect(await sharp(body).metadata()).toMatchObject({ format: "png", width: pixels, height: pixels });
    const { channels } = await sharp(body).stats();
    // Both colors are present.
    expect(channels.every(({ min, max }) => min < max)).toBe(true);
  });

  test("each user has a distinct, symmetric avatar", async () => {
    const ben = await server.newMember("Ben");
    const [own, other] = [(await fetch("/avatar/1")).body, (await fetch(`/avatar/${ben.id}`)).body];
    expect(own).not.toEqual(other);
    const raw = (image: Buffer, isTurned: boolean) => sharp(image).flop(isTurned).raw().toBuffer();
    expect(await raw(own, true)).toEqual(await raw(own, false));
  });

  test.each([
    ["Chrome", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"],
    ["Firefox", "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5"],
    ["Safari", browserAccept],
  ])("%s gets initials as SVG for users the caller may know", async (_browser, accept) => {
    const { type, headers, body } = await fetch("/avatar/1", accept).auth(...login(server.owner));
    expect([type, headers.vary]).toEqual(["image/svg+xml", "Accept, Authorization, Cookie"]);
    expect(String(body)).toContain(">OO</text>");
  });

  test.each(["*/*", "image/*", "image/png,*/*;q=0.5", "image/svg+xml;q=0,image/png"])(
    "apps that accept %s get a PNG",
    async (accept) => {
      const { type } = await fetch("/avatar/1", accept).auth(...login(server.owner));
      expect(type).toBe("image/png");
    },
  );

  test("no cache keeps for others what one reader sees under an account's address", async () => {
    const { owner } = server;
    const answers = [
      await fetch("/avatar/1"),
      await fetch("/avatar/1", browserAccept).auth(...login(owner)),
      await fetch("/avatar/1-medium.png").auth(...login(owner)),
    ];
    for (const { headers } of answers)
      expect([headers["cache-control"], headers.vary]).toEqual([
        "private, no-cache",
        "Accept, Authorization, Cookie",
      ]);
  });

  test("an uploaded avatar redirects to its file, under either name of the medium size", async () => {
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

  describe("don't reveal whether a user exists", () => {
    const absent = 9_999_999;
    /** All of an answer that could differ, except what follows from the id alone. */
    const answer = async (test: Test) => {
      const { status, headers } = await test.redirects(0);
      const { date: _, "content-length": __, ...others } = headers;
      return [status, others];
    };
    let guest: Client;
    let hidden: number;
    beforeAll(async () => {
      const limited = aUser({ id: 700, role: "guest" });
      const deactivated = aUser({ id: 702, isActive: false });
      const uploaded = aUser({ id: 701, avatar: { source: "upload", version: 2, file: "secret-name" } });
      for (const user of [limited, uploaded, deactivated])
        await server.append({ type: "user_created", user });
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

    test("to a guest with a limited view of users", async () => {
      const ask = (id: number) => answer(fetch(`/avatar/${id}`, browserAccept).auth(...login(guest)));
      expect(await ask(hidden)).toEqual(await ask(absent));
      expect((await fetch(`/avatar/${guest.id}`, browserAccept).auth(...login(guest))).type).toBe(
        "image/svg+xml",
      );
    });

    test("but refuse wrong credentials", async () => {
      expect((await fetch("/avatar/1").auth("owner@example.com", "x".repeat(32))).status).toBe(401);
    });
  });

  test("don't exist for malformed ids and unknown sizes", async () => {
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
