import { requestPasswordReset } from "../../../src/application/passwords/request-password-reset";
import type { Commit } from "../../../src/application/ports/events/event-store";
import { networkOf } from "../../../src/domain/realm/network";
import { throttleWith } from "../../support/application/fakes";
import { memoryApplication, successOf } from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { memoryPersistence } from "../../support/storage/persistence";

/** A world that records the reads and writes of storage. */
const aWatchedWorld = async () => {
  const persistence = memoryPersistence();
  const noted: unknown[] = [];
  const { credentials, eventStore } = persistence;
  const watched = {
    ...persistence,
    credentials: {
      ...credentials,
      passwordHash: (realmId: number, userId: number) => {
        noted.push("password hash");
        return credentials.passwordHash(realmId, userId);
      },
    },
    eventStore: {
      ...eventStore,
      begin: async (realmId: number, seen: number) => {
        const slot = await eventStore.begin(realmId, seen);
        const append = (commit: Commit) => {
          noted.push([commit.events.length, commit.secrets.length, commit.jobs.map((job) => job.kind)]);
          return slot.append(commit);
        };
        return { ...slot, append };
      },
    },
  };
  const world = await memoryApplication({}, watched);
  return { ...world, noted };
};

test("a reset request does the same work whether or not the address is known", async () => {
  const { services, realmId, noted, newMember } = await aWatchedWorld();
  await newMember("Ann");
  const workFor = async (email: string): Promise<readonly unknown[]> => {
    noted.length = 0;
    successOf(await requestPasswordReset(services)(realmId, email, "203.0.113.8")());
    return [...noted];
  };
  const known = await workFor("ann@example.com");
  expect(known).toHaveLength(1);
  expect(await workFor("nobody@example.com")).toEqual(known);
});

test("only a known address gets mail", async () => {
  const { services, realmId, newMember, mails } = await aWatchedWorld();
  await newMember("Ann");
  const asked = [" ANN@example.com", "nobody@example.com", "no address", `${"x".repeat(300)}@example.com`];
  for (const [index, email] of asked.entries())
    successOf(await requestPasswordReset(services)(realmId, email, `203.0.113.${index}`)());
  expect((await mails()).map(({ to, letter }) => [to, letter.kind])).toEqual([
    ["ann@example.com", "reset_password"],
  ]);
});

test("mail that strangers request doesn't use up what the address's owner may request", async () => {
  const { services, realmId, newMember } = await aWatchedWorld();
  await newMember("Fay");
  const throttle = throttleWith({ mail_to: 3, mail_to_anywhere: 5, known_network: 1 });
  const ask = async (from: string) => {
    const outcome = await requestPasswordReset({ ...services, throttle })(realmId, "fay@example.com", from)();
    return outcome._tag === "Left" ? outcome.left.code : "mailed";
  };
  await throttle.take("known_network", `${realmId} fay@example.com ${networkOf("192.0.2.9")}`);
  for (let time = 0; time < 3; time += 1) expect(await ask("203.0.113.66")).toBe("mailed");
  expect(await ask("203.0.113.66")).toBe("RATE_LIMIT_HIT");
  for (const from of ["198.51.100.7", "198.51.101.7"]) expect(await ask(from)).toBe("mailed");
  // Strangers of many networks have used up what all of them may request.
  expect(await ask("198.51.102.7")).toBe("RATE_LIMIT_HIT");
  expect(await ask("192.0.2.9")).toBe("mailed");
});

test("a realm without password logins mails no link", async () => {
  const { services, realmId } = await aWatchedWorld();
  await services.inTransaction({ realmId, userId: 1, client: "test" }, async (tx) => {
    tx.append({ type: "realm_changed", change: { settings: { disabledLoginMethods: ["Email"] } } });
    return { _tag: "Right", right: undefined };
  });
  const refused = await requestPasswordReset(services)(realmId, "owner@example.com", "203.0.113.9")();
  expect(refused).toMatchObject({ left: { code: "PASSWORD_AUTH_DISABLED" } });
});

test("a deactivated account gets a mail that says so, without a link", async () => {
  const { services, mails, realmId } = await memoryRealm({ people: { gone: { isActive: false } } });
  successOf(await requestPasswordReset(services)(realmId, "gone@example.com", "203.0.113.8")());
  const sent = await mails();
  expect(sent.map(({ to, letter }) => [to, letter])).toEqual([
    ["gone@example.com", expect.objectContaining({ kind: "no_password_to_reset", isDeactivated: true })],
  ]);
  expect(JSON.stringify(sent)).not.toContain("/accounts/password/reset");
});

test("a bot's address gets no mail", async () => {
  const { services, mails, realmId } = await memoryRealm({
    people: { ann: "member", bot: { botOf: "ann" } },
  });
  successOf(await requestPasswordReset(services)(realmId, "bot@example.com", "203.0.113.8")());
  expect(await mails()).toEqual([]);
});
