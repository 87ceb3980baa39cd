import { updateSettings } from "../../../src/application/accounts/update-settings";
import { fetchOwnApiKey } from "../../../src/application/api-keys/fetch-own-api-key";
import { regenerateApiKey } from "../../../src/application/api-keys/regenerate-api-key";
import { issueApiKey } from "../../../src/application/login/issue-api-key";
import { requestPasswordReset } from "../../../src/application/passwords/request-password-reset";
import { resetPassword } from "../../../src/application/passwords/reset-password";
import { awaitSecondFactor } from "../../../src/application/second-factors/await-second-factor";
import { proveSecondFactor } from "../../../src/application/second-factors/prove-second-factor";
import { openSession } from "../../../src/application/sessions/open-session";
import { aVisitor } from "../../support/application/fakes";
import { bySession, loggedIn } from "../../support/http/forms";
import {
  type Client,
  ownerPassword,
  startServer,
  type TestServer,
} from "../../support/http/http-application";
import { codeOf, enrol } from "../../support/http/two-factors";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const lastLink = async (email: string, path: string): Promise<string> => {
  const mail = (await server.mails()).filter((one) => one.includes(email)).at(-1) ?? "";
  return new RegExp(`${path}/([\\w.-]+)`).exec(mail)?.[1] ?? "";
};

const reset = async ({ email }: Client): Promise<void> => {
  await requestPasswordReset(server.services)(server.realmId, email, "203.0.113.8")();
  const token = await lastLink(email, "/accounts/password/reset");
  const outcome = await resetPassword(server.services)(
    aVisitor(server.realmId),
    token,
    "seven blue elephants",
  )();
  expect(outcome._tag).toBe("Right");
};

/** The services, with a reset that happens right after the password was verified. */
const resetting = (client: Client) => ({
  ...server.services,
  passwords: {
    ...server.services.passwords,
    verify: async (...given: Parameters<typeof server.services.passwords.verify>) => {
      const isRight = await server.services.passwords.verify(...given);
      await reset(client);
      return isRight;
    },
  },
});

const callerOf = ({ id: userId }: Client) => ({
  realmId: server.realmId,
  userId,
  client: "test",
  remoteAddress: "203.0.113.9",
});
const sessionsOf = ({ id }: Client) => server.services.sessions.list(server.realmId, id);

describe("a password that is replaced during its check", () => {
  test("shows no key, creates none and sets no other password", async () => {
    const proof = { password: ownerPassword, code: undefined };
    const [ben, carl, dora] = [
      await server.newMember("Ben"),
      await server.newMember("Carl"),
      await server.newMember("Dora"),
    ];
    const refused = { left: { message: "Wrong password!" } };
    expect(await fetchOwnApiKey(resetting(ben))(callerOf(ben), proof)()).toMatchObject(refused);
    expect(await regenerateApiKey(resetting(carl))(callerOf(carl), proof)()).toMatchObject(refused);
    const update = {
      settings: {},
      timezone: undefined,
      fullName: undefined,
      email: undefined,
      hasKey: false,
      oldPassword: ownerPassword,
      code: undefined,
      newPassword: "five green giraffes",
    };
    expect(await updateSettings(resetting(dora))(callerOf(dora), update)()).toMatchObject(refused);
  });
});

test("a login ends if the password changes between its second factor and the session", async () => {
  const { services, realmId } = server;
  const gus = await server.newMember("Gus");
  const { secret } = await enrol(server, gus.email);
  const half = await awaitSecondFactor(services)(realmId, gus.id)();
  if (half._tag === "Left" || half.right === undefined) throw new Error("No half login");
  const proved = await proveSecondFactor(services)(realmId, half.right.token, { code: codeOf(secret) })();
  if (proved._tag === "Left") throw new Error(proved.left.message);
  await reset(gus);
  const both = { hasBoth: true, passwordHash: proved.right.passwordHash } as const;
  const browser = { name: "Firefox", remoteAddress: "203.0.113.9", ...both };
  const refused = { left: { code: "AUTHENTICATION_FAILED" } };
  expect(await openSession(services)(realmId, gus.id, browser)()).toMatchObject(refused);
  expect(await sessionsOf(gus)).toEqual([]);
  expect(await issueApiKey(services)(aVisitor(realmId), gus.id, both)()).toMatchObject(refused);
});

test("a user who changes their password in a browser stays logged in there, and is logged out elsewhere", async () => {
  const gil = await server.newMember("Gil");
  const here = await bySession(await loggedIn(server, gil.email));
  const elsewhere = await bySession(await loggedIn(server, gil.email));
  const change = { old_password: ownerPassword, new_password: "five green giraffes" };
  await here.patch("/settings", change).expect(200);
  await here.get("/users/me").expect(200);
  await elsewhere.get("/users/me").expect(401);
  expect(await sessionsOf(gil)).toHaveLength(1);
});
