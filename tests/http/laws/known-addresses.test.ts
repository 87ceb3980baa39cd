import { aBrowser, fill, formToken } from "../../support/http/forms";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
const statements: string[] = [];

beforeAll(async () => {
  server = await startServer();
  await server.owner.patch("/realm", { invite_required: false }).expect(200);
  for (const name of ["Known", "Ended"]) await server.newMember(name);
  const { body } = await server.owner.get("/users");
  const ended = body.members.find(({ full_name }: { full_name: string }) => full_name === "Ended");
  await server.owner.delete(`/users/${ended.user_id}`).expect(200);
  await server.owner.post("/bots", { full_name: "Bot", short_name: "b", bot_type: 1 }).expect(200);
  server.database.db.on("query", ({ sql }: { readonly sql: string }) => statements.push(sql));
});
afterAll(() => server.stop());

const addresses = ["ended@example.com", "b-bot@chat.example.com", "nobody@example.com"];
const known = "known@example.com";
const password = "a wrong guess";

/** What strangers may send with an address that they don't own. */
const requests: Readonly<Record<string, (address: string) => PromiseLike<Answer>>> = {
  "POST /accounts/password/reset": (email) => fill(aBrowser(server), "/accounts/password/reset", { email }),
  "POST /register": (email) => fill(aBrowser(server), "/register", { email }),
  "POST /login": (username) => fill(aBrowser(server), "/login", { username, password }),
  "POST /api/v1/fetch_api_key": (username) => server.owner.post("/fetch_api_key", { username, password }),
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The answer without what each one has of its own. */
const shown = ({ status, headers, text }: Answer, address: string): unknown => {
  const { date: _, etag: __, "set-cookie": ___, "content-length": ____, ...same } = headers;
  const token = formToken(text);
  const body = text.replaceAll(address, "ADDRESS").replaceAll(token === "" ? "\0" : token, "TOKEN");
  const whole = JSON.stringify({ status, same, body });
  return JSON.parse(whole.replaceAll(/nonce(-|=\\")[\w/+]+/g, "nonce"));
};

test.each(Object.entries(requests))(
  "%s answers the same for any address, and reads the same",
  async (_, send) => {
    const answerTo = async (address: string): Promise<unknown> => {
      statements.length = 0;
      const answer = await send(address);
      return { ...Object(shown(answer, address)), statements: statements.toSorted() };
    };
    // The first request reads what the others find in memory.
    await send("first@example.com");
    const expected = await answerTo(known);
    for (const address of addresses) expect([address, await answerTo(address)]).toEqual([address, expected]);
  },
);
